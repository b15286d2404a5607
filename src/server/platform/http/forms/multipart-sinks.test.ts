import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { limits, part } from '#tests/support/transfers/parse-form.ts'
import { createMultipartParser, type MultipartHandlers } from './multipart-parser.ts'

describe('the sinks of a parser', () => {
  const start = Buffer.from('--XY\r\nContent-Disposition: form-data; name=a\r\n\r\n')
  const end = Buffer.from('\r\n--XY--')

  it('are given views of the incoming chunk, and the very chunk when all of it is content', async () => {
    const given: Uint8Array[] = []
    const parser = createMultipartParser('XY', limits, collectInto(given))
    const first = Buffer.concat([start, Buffer.from('first')])
    const middle = new Uint8Array(20_000).fill(7)
    const last = Buffer.concat([Buffer.from('last'), end])
    for (const chunk of [first, middle, last]) await parser.write(chunk)
    await parser.end()
    assert.equal(given.length, 3)
    assert.equal(given[0]?.buffer, first.buffer)
    assert.equal(given[1], middle)
    assert.equal(given[2]?.buffer, last.buffer)
  })

  it('are given the very chunk after one that ended like a boundary', async () => {
    const given: Uint8Array[] = []
    const parser = createMultipartParser('XY', limits, collectInto(given))
    const whole = Buffer.alloc(100, '-')
    await parser.write(start)
    await parser.write(Buffer.from('x\r\n-'))
    await parser.write(whole)
    await parser.write(end)
    assert.deepEqual(
      given.map((chunk) => Buffer.from(chunk).toString()),
      ['x', '\r\n-', String(whole)],
    )
    assert.equal(given[2], whole)
  })

  it('may free the buffer of a chunk that they own', async () => {
    let length = 0
    const parser = createMultipartParser('XY', limits, {
      part: () => ({
        write(chunk) {
          length += chunk.length
          if (chunk.buffer.byteLength === chunk.length && chunk.buffer instanceof ArrayBuffer)
            chunk.buffer.transfer(0)
          return undefined
        },
        end: () => undefined,
      }),
    })
    await parser.write(start)
    for (let count = 0; count < 5; count++) await parser.write(new Uint8Array(16_384))
    await parser.write(end)
    await parser.end()
    assert.equal(length, 5 * 16_384)
  })

  it('hold the parser back until they are ready', async () => {
    const events: string[] = []
    const gates: PromiseWithResolvers<void>[] = []
    const wait = (event: string) => {
      events.push(event)
      const gate = Promise.withResolvers<void>()
      gates.push(gate)
      return gate.promise
    }
    const parser = createMultipartParser('XY', limits, {
      part: ({ name }) => ({
        write: (chunk) => wait(`${name} ${chunk}`),
        end: () => wait(`${name} ends`),
      }),
    })
    const body = `${part('form-data; name=a', 'one')}${part('form-data; name=b', 'two')}--XY--`
    const done = parser.write(Buffer.from(body))
    const expected = ['a one', 'a ends', 'b two', 'b ends']
    for (let step = 0; step < expected.length; step++) {
      assert.deepEqual(events, expected.slice(0, step + 1))
      gates[step]?.resolve()
      await gates[step]?.promise
      await Promise.resolve()
    }
    await done
    assert.deepEqual(events, expected)
    await parser.end()
  })

  it('refuse with what they throw or reject, and so does the handler of parts', async () => {
    const refusal = new Error('no')
    const refuse = () => {
      throw refusal
    }
    const body = Buffer.from(`${part('form-data; name=a', 'x')}--XY--`)
    const done = () => undefined
    const throwing: MultipartHandlers[] = [
      { part: refuse },
      { part: () => ({ write: refuse, end: done }) },
      { part: () => ({ write: done, end: refuse }) },
    ]
    for (const handlers of throwing) {
      assert.throws(() => createMultipartParser('XY', limits, handlers).write(body), refusal)
    }
    const ready = () => Promise.resolve()
    const rejecting: MultipartHandlers[] = [
      { part: () => ({ write: () => Promise.reject(refusal), end: done }) },
      { part: () => ({ write: ready, end: refuse }) },
      { part: () => ({ write: ready, end: () => Promise.reject(refusal) }) },
    ]
    for (const handlers of rejecting) {
      await assert.rejects(async () => createMultipartParser('XY', limits, handlers).write(body), refusal)
    }
  })
})

function collectInto(given: Uint8Array[]): MultipartHandlers {
  return {
    part: () => ({
      write(chunk) {
        given.push(chunk)
        return undefined
      },
      end: () => undefined,
    }),
  }
}
