import { setImmediate as breathe } from 'node:timers/promises'
import { encryptBlock, expandKey, newBlowfish } from './blowfish.ts'

export const alphabet = './ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** Bytes of a key that count, with the zero at its end; of a salt; and of a hash. */
const lengths = { key: 72, salt: 16, hash: 23 }
const magic = Buffer.from('OrpheanBeholderScryDoubt', 'ascii')
/** Rounds between two turns for other work of the process: some milliseconds. */
const breath = 16

/**
 * The hash of bcrypt (Provos and Mazières, 1999), in JavaScript: Node has none. Others get their turn meanwhile.
 * @param cost logarithm of the number of rounds
 * @param salt 16 bytes
 * @returns 23 bytes
 */
export async function bcrypt(password: string, cost: number, salt: Uint8Array): Promise<Buffer> {
  const key = Buffer.from(`${password}\0`, 'utf8').subarray(0, lengths.key)
  const state = newBlowfish()
  expandKey(state, key, wordsOf(salt))
  for (let round = 0; round < 2 ** cost; round += 1) {
    expandKey(state, key)
    expandKey(state, salt)
    if (round % breath === breath - 1) await breathe()
  }
  const words = wordsOf(magic)
  for (let block = 0; block < words.length; block += 2)
    for (let turn = 0; turn < 64; turn += 1) encryptBlock(state, words, block)
  const hash = Buffer.alloc(magic.length)
  words.forEach((word, index) => {
    hash.writeUInt32BE(word, index * 4)
  })
  return hash.subarray(0, lengths.hash)
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = Buffer.from(bytes)
  return Uint32Array.from({ length: bytes.length / 4 }, (_, index) => view.readUInt32BE(index * 4))
}

/** The cost, salt and hash of a text such as `$2y$10$…`; undefined for another text. */
export function readBcrypt(text: string): { cost: number; salt: Buffer; hash: Buffer } | undefined {
  const [, cost = '', salt = '', hash = ''] =
    /^\$2[aby]\$(\d\d)\$([./A-Za-z0-9]{22})([./A-Za-z0-9]{31})$/.exec(text) ?? []
  if (cost === '') return undefined
  return { cost: Number(cost), salt: readBase64(salt, lengths.salt), hash: readBase64(hash, lengths.hash) }
}

function readBase64(text: string, length: number): Buffer {
  let bits = 0
  let held = 0
  const bytes: number[] = []
  for (const character of text) {
    held = ((held << 6) | alphabet.indexOf(character)) & 0xffff
    bits += 6
    if (bits >= 8) {
      bits -= 8
      bytes.push((held >> bits) & 255)
    }
  }
  return Buffer.from(bytes.slice(0, length))
}
