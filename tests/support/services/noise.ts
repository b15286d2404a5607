import { randomBytes } from 'node:crypto'

/** Bytes that do not compress and are no file of any known kind, not even by chance. */
export function noise(size: number): Buffer {
  return randomBytes(size).fill('noise ', 0, Math.min(size, 1024))
}
