import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { deflateSync, gzipSync } from 'node:zlib'
import { gainsByCompression } from './gains-by-compression.ts'

const sentence = 'All work and no play makes Jack a dull boy. '
const startingWith = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(4000)])

describe('is tried for', () => {
  for (const [what, head] of Object.entries({
    text: Buffer.from(sentence.repeat(90)),
    'a short text': Buffer.from(sentence.repeat(2)),
    'Greek text': Buffer.from('Όλα δουλειά και καθόλου παιχνίδι. '.repeat(50)),
    'Base64 of noise': Buffer.from(randomBytes(3000).toString('base64')),
    zeros: Buffer.alloc(4096),
    'a bitmap': startingWith('424d3600300000000000'),
    'an old Word document': startingWith('d0cf11e0a1b11ae1'),
  })) {
    test(what, () => assert.equal(gainsByCompression(head), true))
  }
})

describe('is not tried for', () => {
  for (const [what, head] of Object.entries({
    nothing: Buffer.alloc(0),
    'a few bytes': Buffer.from('short'),
    noise: randomBytes(4096),
    'a little noise': randomBytes(200),
    'compressed bytes of no known format': deflateSync(randomBytes(3000).toString('base64')).subarray(2),
    gzip: gzipSync(sentence.repeat(1000)),
    // The bytes after these first ones are all zero: the format is enough.
    JPEG: startingWith('ffd8ffe0'),
    PNG: startingWith('89504e470d0a1a0a'),
    MP4: startingWith('0000002066747970'),
    ZIP: startingWith('504b0304'),
    WebP: startingWith('524946460000000057454250'),
    PDF: startingWith('255044462d'),
  })) {
    test(what, () => assert.equal(gainsByCompression(head), false))
  }
})
