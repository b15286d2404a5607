import type { GcmDriver } from './gcm.ts'
import { nodeGcm } from './node-gcm.ts'
import { loadOpensslGcm } from './openssl-gcm.ts'

export type { GcmDriver } from './gcm.ts'
export { nodeGcm } from './node-gcm.ts'

/** OpenSSL in this process without the detours of node:crypto; undefined where it cannot be reached. */
export const opensslGcm: GcmDriver | undefined = loadOpensslGcm()

/** The faster driver that there is. */
export const gcm: GcmDriver = opensslGcm ?? nodeGcm
