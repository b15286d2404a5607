import { hash } from 'node:crypto'
import { smallRandom } from './random-bytes.ts'

/**
 * 128 random bits, url-safe: 22 characters. The first is never a dash, because a command line
 * takes what begins with one as an option.
 */
export function newId(): string {
  for (;;) {
    const id = smallRandom(16).toString('base64url')
    if (!id.startsWith('-')) return id
  }
}

/** 256 random bits, url-safe: 43 characters. For tickets and tokens; tables keep only its SHA-256. */
export function newSecret(): string {
  return smallRandom(32).toString('base64url')
}

/** SHA-256; text is taken as UTF-8. */
export function sha256(value: string | Uint8Array): Buffer {
  return hash('sha256', value, 'buffer')
}

/** SHA-256 of text, taken as UTF-8, in 43 url-safe characters: many times as fast as sha256 for short ones. */
export function sha256Text(text: string): string {
  return hash('sha256', text, 'base64url')
}
