declare module 'virtual:catalogs' {
  /** Folder of the texts, as `<language>-<part>.json`: see scripts/vite/catalogs.ts. */
  export const catalogFolder: string
  /** Languages of which some texts were read by no native speaker yet. */
  export const drafts: readonly string[]
}

declare module 'virtual:news' {
  /** Entries of the version that these pages belong to: see scripts/release/statements/read-changelog.ts. */
  export const news: {
    readonly version: string
    readonly short: string
    readonly groups: readonly { readonly title: string; readonly text: string }[]
  }
}
