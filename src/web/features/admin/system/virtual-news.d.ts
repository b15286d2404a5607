declare module 'virtual:news' {
  /** Entries of the version that these pages belong to: see scripts/release/statements/read-changelog.ts. */
  export const news: {
    readonly version: string
    readonly short: string
    readonly groups: readonly { readonly title: string; readonly text: string }[]
  }
}
