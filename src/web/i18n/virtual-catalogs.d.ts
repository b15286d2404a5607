declare module 'virtual:catalogs' {
  /** Folder of the texts, as `<language>-<part>.json`: see scripts/vite/catalogs.ts. */
  export const catalogFolder: string
  /** Languages of which some texts were read by no native speaker yet. */
  export const drafts: readonly string[]
}
