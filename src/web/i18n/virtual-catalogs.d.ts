declare module 'virtual:catalogs' {
  /** Where the texts lie, as `<language>-<part>.json`: see scripts/vite/catalogs.ts. */
  export const catalogFolder: string
}
