import { open } from 'node:fs/promises'

/** What stands before the first chunk of a blob; see docs/file-format.md. */
export const preambleLength = 88
/** A chunk with its tag. */
export const sealedChunkLength = 16_384 + 16

/** Turns one bit of a stored blob, at byte `at`: in the first chunk unless told. */
export async function damageBlob(path: string, at = preambleLength): Promise<void> {
  await using file = await open(path, 'r+')
  const byte = Buffer.alloc(1)
  await file.read(byte, 0, 1, at)
  byte[0] = (byte[0] ?? 0) ^ 1
  await file.write(byte, 0, 1, at)
}
