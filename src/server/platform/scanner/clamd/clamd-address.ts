/** Where clamd listens, as node:net wants it. */
export type ClamdAddress = { readonly host: string; readonly port: number } | { readonly path: string }
