/** Sizes in bytes; docs/end-to-end.md. Divisions, never bit operators: those end at 2^31. */
export const chunkLength = 16_384
export const tagLength = 16
export const saltLength = 24
/** Salt and commitment, before the first chunk of a part. */
export const preambleLength = saltLength + 32
export const sealedChunkLength = chunkLength + tagLength
export const partLength = 1024 * chunkLength
/** 1024 full chunks and an empty one. */
export const sealedPartLength = sealedLength(partLength)
/** The least that a bundle is padded to. */
const leastLength = 65_536
export const bundleIdLength = 16

function chunkCount(length: number): number {
  return Math.floor(length / chunkLength) + 1
}

/** Length of a sealed part, or of a bundle of one part, that holds `length` bytes. */
function sealedLength(length: number): number {
  return preambleLength + length + tagLength * chunkCount(length)
}

/** The Padmé size that `length` bytes are padded to, 65 536 at least. Padding is at most 3.2 %. */
export function paddedLength(length: number): number {
  if (length <= leastLength) return leastLength
  const exponent = floorOfLog2(length)
  const step = 2 ** (exponent - floorOfLog2(exponent) - 1)
  return Math.ceil(length / step) * step
}

/** Math.log2 rounds up just below large powers. */
function floorOfLog2(value: number): number {
  let exponent = 0
  while (2 ** (exponent + 1) <= value) exponent += 1
  return exponent
}

/** A bundle's parts by its id and padded length: what each of them is bound to. */
export type BundleShape = {
  readonly id: Uint8Array
  /** Bytes of the plaintext, padded. */
  readonly length: number
  readonly parts: number
}

export function bundleShape(id: Uint8Array, length: number): BundleShape {
  if (id.length !== bundleIdLength) throw new RangeError('the id of a bundle has 16 bytes')
  return { id, length, parts: Math.ceil(length / partLength) }
}

/** Bytes of the plaintext in a part. */
export function lengthOfPart(length: number, part: number): number {
  return Math.min(partLength, length - part * partLength)
}

/** Bytes of a part that is sealed. */
export function lengthOfSealedPart(length: number, part: number): number {
  return sealedLength(lengthOfPart(length, part))
}

/** Number of chunks of a part, the last and shorter one included. */
export function chunksOfPart(length: number, part: number): number {
  return chunkCount(lengthOfPart(length, part))
}

/** Bytes of a sealed bundle of padded length `length`. */
export function sealedBundleLength(length: number): number {
  const last = Math.ceil(length / partLength) - 1
  return last * sealedPartLength + sealedLength(lengthOfPart(length, last))
}

/** Padded length of a sealed bundle; undefined for a size that no bundle has. */
export function paddedLengthOf(sealed: number): number | undefined {
  if (!Number.isSafeInteger(sealed) || sealed < sealedLength(leastLength)) return undefined
  const last = Math.ceil(sealed / sealedPartLength) - 1
  const rest = sealed - last * sealedPartLength - preambleLength
  const chunks = Math.floor(rest / sealedChunkLength) + 1
  const length = last * partLength + rest - chunks * tagLength
  // guard: sizes that no bundle has -> src/end-to-end/format/sizes.test.ts "sizes that none gives"
  return paddedLength(length) === length && sealedBundleLength(length) === sealed ? length : undefined
}

/** Part and offset in it at an offset of the sealed bundle: there an upload goes on. */
export function sealedPosition(offset: number): { readonly part: number; readonly at: number } {
  const part = Math.floor(offset / sealedPartLength)
  return { part, at: offset - part * sealedPartLength }
}
