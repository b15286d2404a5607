declare module 'virtual:catalogs' {
  /** Folder of the texts, as `<language>-<part>.json`: see scripts/vite/catalogs.ts. */
  export const catalogFolder: string
}
