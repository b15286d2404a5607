import { piWords } from './pi-words.ts'

const rounds = 16
const keyWords = rounds + 2
const boxWords = 4 * 256

/** State of Blowfish: the words of its key schedule, and its four boxes end to end. */
type Blowfish = { readonly keys: Uint32Array; readonly boxes: Uint32Array }

let start: Uint32Array | undefined

export function newBlowfish(): Blowfish {
  start ??= piWords(keyWords + boxWords)
  return { keys: start.slice(0, keyWords), boxes: start.slice(keyWords) }
}

/** Encrypts the two words at `at` in place. */
export function encryptBlock({ keys, boxes }: Blowfish, block: Uint32Array, at = 0): void {
  let left = block[at] ?? 0
  let right = block[at + 1] ?? 0
  for (let round = 0; round < rounds; round += 2) {
    left ^= keys[round] ?? 0
    right ^= mix(boxes, left)
    right ^= keys[round + 1] ?? 0
    left ^= mix(boxes, right)
  }
  block[at] = right ^ (keys[rounds + 1] ?? 0)
  block[at + 1] = left ^ (keys[rounds] ?? 0)
}

function mix(boxes: Uint32Array, word: number): number {
  const sum = ((boxes[word >>> 24] ?? 0) + (boxes[256 + ((word >>> 16) & 255)] ?? 0)) | 0
  return ((sum ^ (boxes[512 + ((word >>> 8) & 255)] ?? 0)) + (boxes[768 + (word & 255)] ?? 0)) | 0
}

/**
 * Mixes a key into the state, and a salt into what that makes of it.
 * @param key repeated as often as it takes
 * @param salt four words, or undefined for zeros
 */
export function expandKey(state: Blowfish, key: Uint8Array, salt?: Uint32Array): void {
  for (let n = 0, at = 0; n < keyWords; n += 1) {
    let word = 0
    for (let byte = 0; byte < 4; byte += 1, at += 1) word = (word << 8) | (key[at % key.length] ?? 0)
    state.keys[n] = (state.keys[n] ?? 0) ^ word
  }
  const block = new Uint32Array(2)
  let at = 0
  for (const words of [state.keys, state.boxes])
    for (let n = 0; n < words.length; n += 2) {
      if (salt) {
        block[0] = (block[0] ?? 0) ^ (salt[at & 3] ?? 0)
        block[1] = (block[1] ?? 0) ^ (salt[(at + 1) & 3] ?? 0)
        at += 2
      }
      encryptBlock(state, block)
      words.set(block, n)
    }
}
