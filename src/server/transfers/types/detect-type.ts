import { isUtf8 } from 'node:buffer'
import { headLength, typeOf } from '#contract/transfers/type-by-bytes.ts'

/** The media type of a file that may be shown, by its first bytes: see typeOf. */
export function detectType(filename: string, head: Uint8Array): string {
  return typeOf(filename, head, isUtf8)
}

/** The same for a file of `size` bytes that is read here. @throws whatever reading throws */
export async function detectTypeOf(
  filename: string,
  size: number,
  read: (start: number, end: number) => AsyncIterable<Uint8Array>,
): Promise<string> {
  const head = await Array.fromAsync(read(0, Math.min(headLength, size)))
  return detectType(filename, Buffer.concat(head))
}
