declare module 'virtual:catalogs' {
  /** Where the texts of each language lie, part by part: see scripts/vite/catalogs.ts. */
  export const catalogAddresses: {
    readonly en: {
      readonly admin: string
      readonly base: string
      readonly keys: string
      readonly legal: string
      readonly portal: string
    }
  }
}
