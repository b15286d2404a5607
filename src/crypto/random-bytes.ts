import { randomFillSync } from 'node:crypto'

/**
 * A call of the generator costs more than the bytes: they are fetched in advance, for some hundred uses. `at` is the first
 * unused one.
 */
const pool = Buffer.alloc(8192)
let at = pool.length

/** Random bytes from node:crypto for keys, nonces and ids. The pool wipes what it has given out. */
export function smallRandom(length: number): Buffer {
  if (length > pool.length - at) {
    if (length > pool.length) throw new RangeError('the pool holds fewer random bytes')
    randomFillSync(pool)
    at = 0
  }
  const bytes = Buffer.from(pool.subarray(at, at + length))
  pool.fill(0, at, at + length)
  at += length
  return bytes
}
