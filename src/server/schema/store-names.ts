/** The kinds of stores; rows say by them where their blob is. */
export const storeNames = ['disk', 's3', 'database'] as const
export type StoreName = (typeof storeNames)[number]
