import type { GcmDriver } from './gcm-arguments.ts'
import { createNodeGcm } from './node-gcm.ts'
import { loadOpensslGcm } from './openssl-gcm.ts'

export type { Gcm, GcmDriver } from './gcm-arguments.ts'

export const nodeGcm: GcmDriver = {
  name: 'node:crypto',
  create: createNodeGcm,
  wipe: (key) => key.fill(0),
}

/** OpenSSL in this process without the detours of node:crypto; undefined where it cannot be reached. */
export const opensslGcm: GcmDriver | undefined = loadOpensslGcm()

/** The faster driver that there is. */
export const gcm: GcmDriver = opensslGcm ?? nodeGcm
