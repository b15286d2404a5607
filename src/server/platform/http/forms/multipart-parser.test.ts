import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { describe, it } from 'node:test'
import { fuzzMultipart } from '#tests/fuzz/multipart.ts'
import {
  contentOf,
  failsEveryWay,
  limits,
  parse,
  parseEveryWay,
  part,
} from '#tests/support/transfers/parse-form.ts'
import { FormTooLarge, UploadIncomplete } from './form-failures.ts'

describe('a multipart form', () => {
  it('gives its fields and files in order', () => {
    const body = `${part('form-data; name="note"', 'grüße')}${part(
      'form-data; name="file"; filename="a.txt"',
      'text',
      'Content-Type: Text/Plain; charset=utf-8',
    )}--XY--\r\n`
    assert.deepEqual(parseEveryWay(body), [
      { name: 'note', filename: undefined, mimeType: undefined, content: 'grüße' },
      { name: 'file', filename: 'a.txt', mimeType: 'text/plain', content: 'text' },
    ])
  })

  for (const content of [
    '',
    '\r',
    '\n',
    '\r\n',
    '\r\n\r\n',
    'ends in a line\r\n',
    'ends in two\r\n\r\n',
    '\r\r\r\n\r',
    '\r\n--X',
    '\r\n--X\r\n--X',
    '\r\n-\r\n--\r\n--X\r\n--',
    '--X',
    '--X\r\n',
    '-',
    'a --XY in a line',
    'a\n--XY after a bare line feed',
    'a\r--XY after a bare carriage return',
    '\r\n--xy--',
    '\r\n --XY--',
  ]) {
    it(`keeps the content ${JSON.stringify(content)}`, () => {
      const body = `${part('form-data; name=a', content)}${part('form-data; name=b', content)}--XY--`
      assert.deepEqual(contentOf(parseEveryWay(body)), [content, content])
    })
  }

  it('may be empty, begin with empty lines and end with anything', () => {
    assert.deepEqual(parseEveryWay('--XY--'), [])
    assert.deepEqual(parseEveryWay('\r\n--XY--\r\n'), [])
    const body = `\r\n\r\n${part('form-data; name=a', 'b')}--XY--\r\nlater\r\n${part('form-data; name=c')}`
    assert.deepEqual(contentOf(parseEveryWay(body)), ['b'])
  })

  it('may have a boundary of one character, or of 70 with every kind of character', () => {
    const headers = 'Content-Disposition: form-data; name=a\r\n\r\n'
    for (const boundary of ['-', "0'()+_,-./:=? z".padEnd(70, '-')]) {
      const content = `\r\n-${boundary}\r\n`
      const body = `--${boundary}\r\n${headers}${content}\r\n--${boundary}--`
      assert.deepEqual(contentOf(parseEveryWay(body, boundary)), [content])
    }
  })

  it('agrees with @fastify/busboy on random forms, intact and damaged', async () => {
    for (const seed of [7578, randomInt(2 ** 31)]) {
      const report = await fuzzMultipart(seed, 1500)
      assert.ok(
        report.intact > 500 && report.damagedAccepted > 100,
        `seed ${seed}: ${JSON.stringify(report)}`,
      )
    }
  })
})

describe('a malformed form is refused:', () => {
  const good = part('form-data; name="a"', 'b')
  const cases: [string, string | Buffer, string][] = [
    ['a preamble', `hello\r\n${good}--XY--`, 'the form does not begin with its boundary'],
    ['a line feed first', `\n${good}--XY--`, 'the form does not begin with its boundary'],
    ['another boundary', '--YX\r\n', 'the form does not begin with its boundary'],
    [
      'text after a boundary',
      good.replace('--XY', '--XYZ'),
      'a boundary is followed by something else on its line',
    ],
    [
      'padding after a boundary',
      good.replace('--XY', '--XY '),
      'a boundary is followed by something else on its line',
    ],
    ['one dash after a boundary', `${good}--XY-x`, 'a boundary is followed by something else on its line'],
    ['a line feed after a boundary', '--XY\n', 'a boundary is followed by something else on its line'],
    ['a part without headers', '--XY\r\n\r\ntext\r\n--XY--', 'a part has no Content-Disposition header'],
    [
      'a part with other headers only',
      '--XY\r\nA: b\r\n\r\n\r\n--XY--',
      'a part has no Content-Disposition header',
    ],
    [
      'a boundary instead of content',
      '--XY\r\nContent-Disposition: form-data; name=a\r\n\r\n--XY--',
      'a part ends right after its headers',
    ],
    [
      'a boundary that looks like a header',
      `--XY\r\n${good.replace('--XY', '--XY: A')}--XY--`,
      'a part has a malformed header',
    ],
    ['a boundary among headers', `--XY\r\nA: b\r\n${good}--XY--`, 'a part has a malformed header'],
    [
      'long headers',
      part('form-data; name=a', '', `A: ${'b'.repeat(300)}`),
      'the headers of a part are too long',
    ],
    ['headers without end', `--XY\r\n${'A: b\r\n'.repeat(60)}`, 'the headers of a part are too long'],
  ]
  for (const [what, body, message] of cases) {
    it(what, () => failsEveryWay(body, { name: 'MalformedForm', message }))
  }

  it('and headers may just reach their limit', () => {
    const line = 'Content-Disposition: form-data; name=a\r\nA: '
    const fits = `--XY\r\n${line}${'b'.repeat(limits.headerBytes - line.length - 2)}\r\n\r\nx\r\n--XY--`
    assert.deepEqual(contentOf(parseEveryWay(fits)), ['x'])
    failsEveryWay(fits.replace('A: ', 'A: b'), {
      name: 'MalformedForm',
      message: 'the headers of a part are too long',
    })
  })

  it('so is one with too many parts', () => {
    const parts = part('form-data; name=a', 'b').repeat(limits.parts)
    assert.equal(parseEveryWay(`${parts}--XY--`).length, limits.parts)
    assert.throws(() => parse([Buffer.from(`${parts}${part('form-data; name=a')}`)]), FormTooLarge)
  })

  it('one that stops anywhere before the end of its last boundary is incomplete', () => {
    const body = Buffer.from(`${good}${good}--XY--`)
    for (let end = 0; end < body.length; end++) {
      assert.throws(() => parse([body.subarray(0, end)]), UploadIncomplete, `stopped at ${end}`)
    }
  })
})
