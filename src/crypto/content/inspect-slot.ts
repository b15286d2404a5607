/** Facts in the head of a slot; see docs/file-format.md. The sealed key is not opened. */
export type SlotFacts = {
  readonly type: string
  readonly version: number
  /** Bytes of the whole slot. */
  readonly length: number
  /** Argon2id, for a password slot: memory in KiB. */
  readonly argon2id?: { readonly memory: number; readonly passes: number }
  /** The parameter set, for an ML-KEM slot. */
  readonly parameterSet?: string
}

const parameterSets: Record<number, string> = { 2: 'ml-kem512', 3: 'ml-kem768', 4: 'ml-kem1024' }

/** Reads the head of a slot, without any key. Fields beyond the end of a short slot are left out. */
export function inspectSlot(type: 'server' | 'password' | 'ml-kem', slot: Uint8Array): SlotFacts {
  const bytes = Buffer.from(slot)
  const facts = { type, version: bytes[0] ?? 0, length: bytes.length }
  // The hash of a slot of version 2 is not shown.
  if (type === 'password' && facts.version === 1 && bytes.length > 5)
    return { ...facts, argon2id: { memory: bytes.readUInt32BE(1), passes: bytes.readUInt8(5) } }
  const parameterSet = type === 'ml-kem' ? parameterSets[bytes[1] ?? 0] : undefined
  return parameterSet === undefined ? facts : { ...facts, parameterSet }
}
