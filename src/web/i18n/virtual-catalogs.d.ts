declare module 'virtual:catalogs' {
  export const catalogAddresses: { readonly en: string }
}
