import assert from 'node:assert/strict'
import { createMultipartParser } from '#server/platform/http/forms/multipart-parser.ts'
import type { PartHeaders } from '#server/platform/http/forms/read-part-headers.ts'

/** Small, so that tests reach them. */
export const limits = { parts: 3, headerBytes: 300 }

type Part = PartHeaders & { content: string }

/** Pushes chunks through a parser whose sinks never wait. */
export function parse(chunks: Uint8Array[], boundary = 'XY', parts = limits.parts): Part[] {
  const read: Part[] = []
  const parser = createMultipartParser(
    boundary,
    { ...limits, parts },
    {
      part(headers) {
        const content: Uint8Array[] = []
        return {
          write(chunk) {
            content.push(chunk)
            return undefined
          },
          end() {
            read.push({ ...headers, content: Buffer.concat(content).toString() })
            return undefined
          },
        }
      },
    },
  )
  for (const chunk of chunks) assert.equal(parser.write(chunk), undefined)
  assert.equal(parser.end(), undefined)
  return read
}

/** Parses a body whole, byte by byte, and cut in two at every place; all must give the same. */
export function parseEveryWay(body: string | Buffer, boundary?: string): Part[] {
  const bytes = Buffer.from(body)
  const parts = parse([bytes], boundary)
  const single = Array.from(bytes, (byte) => Uint8Array.of(byte))
  assert.deepEqual(parse(single, boundary), parts)
  for (let cut = 0; cut <= bytes.length; cut++) {
    assert.deepEqual(parse([bytes.subarray(0, cut), bytes.subarray(cut)], boundary), parts, `cut at ${cut}`)
  }
  return parts
}

/** Parses a body as parseEveryWay() does; every way must fail as expected. */
export function failsEveryWay(body: string | Buffer, expected: { name: string; message: string }): void {
  const bytes = Buffer.from(body)
  assert.throws(() => parse([bytes]), expected)
  assert.throws(() => parse(Array.from(bytes, (byte) => Uint8Array.of(byte))), expected)
  for (let cut = 0; cut <= bytes.length; cut++) {
    assert.throws(() => parse([bytes.subarray(0, cut), bytes.subarray(cut)]), expected, `cut at ${cut}`)
  }
}

/** One part of a form whose boundary is XY, up to the line end before the next boundary. */
export function part(disposition: string, content = '', ...more: string[]): string {
  const lines = [`Content-Disposition: ${disposition}`, ...more]
  return `--XY\r\n${lines.join('\r\n')}\r\n\r\n${content}\r\n`
}

export const contentOf = (parts: Part[]) => parts.map(({ content }) => content)
