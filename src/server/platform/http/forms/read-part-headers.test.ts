import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contentOf, failsEveryWay, parse, parseEveryWay, part } from '#tests/support/transfers/parse-form.ts'
import { readBoundary } from './read-upload-form.ts'

describe('a file name', () => {
  const names: [string, string, string][] = [
    ['a browser, or curl since 7.81', 'filename="a%22b\\c;d.txt"', 'a"b\\c;d.txt'],
    ['curl before 7.81, or with --form-escape', 'filename="a\\"b\\\\c;d.txt"', 'a"b\\c;d.txt'],
    ['any of them, with umlauts and emoji', 'filename="Übergrößenträger 😀.txt"', 'Übergrößenträger 😀.txt'],
    ['a browser, with line ends', 'filename="a%0D%0Ab%0A"', 'a\r\nb\n'],
    ['a browser, with percent signs', 'filename="100%.txt %41 %0d %2"', '100%.txt %41 %0d %2'],
    ['a browser, with a backslash at the end', 'filename="a\\"', 'a\\'],
    ['curl before 7.81, with a backslash at the end', 'filename="a\\\\"', 'a\\'],
    ['curl before 7.81, with a quote at the end', 'filename="a\\""', 'a"'],
    ['a path, unchanged', 'filename="../C:\\dir\\..\\x"', '../C:\\dir\\..\\x'],
    ['outer spaces, unchanged', 'filename=" a "', ' a '],
    ['direction marks, unchanged', 'filename="\u202etxt.exe"', '\u202etxt.exe'],
    ['no file chosen', 'filename=""', ''],
    ['no quotes', 'filename=a%22.txt', 'a%22.txt'],
    ['RFC 5987', "filename*=UTF-8''a%22b%5Cc%3Bd%20%C3%BC.txt", 'a"b\\c;d ü.txt'],
    ['RFC 5987 before a plain name', 'filename*=utf-8\'de\'%e2%82%ac; filename="EUR"', '€'],
    ['RFC 5987 after a plain name', 'filename="EUR"; filename*=UTF-8\'\'%e2%82%ac', '€'],
    ['RFC 5987, not UTF-8, beside a plain name', 'filename="EUR"; filename*=UTF-8\'\'%80', 'EUR'],
    ['RFC 5987 in another charset beside a plain name', "filename*=ISO-8859-1''%80; filename=EUR", 'EUR'],
    ['RFC 5987, quoted, beside a plain name', 'filename*="UTF-8\'\'x"; filename=EUR', 'EUR'],
    ['odd case and spacing', 'x=y;;FileName="a;name=b"\t; ', 'a;name=b'],
  ]
  for (const [writer, parameter, expected] of names) {
    it(`comes back as it was: ${writer}`, () => {
      const body = `${part(`form-data; name="file"; ${parameter}`, 'x')}--XY--`
      assert.deepEqual(parseEveryWay(body), [
        { name: 'file', filename: expected, mimeType: undefined, content: 'x' },
      ])
    })
  }

  it('comes back as it was from the FormData of a browser, which Node writes the same way', async () => {
    const form = new FormData()
    const names = ['a"b\\c;d.txt', 'Größe 😀.txt', "it's =1; 100%.txt", 'ends so\\', 'line\r\nline']
    for (const name of names) form.append('file', new Blob(['x']), name)
    const request = new Response(form)
    const boundary = readBoundary(request.headers.get('content-type') ?? '')
    const parts = parse([await request.bytes()], boundary, names.length)
    assert.deepEqual(
      parts.map(({ filename }) => filename),
      names,
    )
  })

  it('may stand in the name of a field, quoted the same way', () => {
    const body = `${part('form-data; name="folderPath_a%22b\\c;d.txt"', 'x')}--XY--`
    assert.equal(parseEveryWay(body)[0]?.name, 'folderPath_a"b\\c;d.txt')
  })
})

describe('the headers of a part are refused for', () => {
  const cases: [string, string | Buffer, string][] = [
    ['no colon', part('form-data; name=a', '', 'oops'), 'a part has a malformed header'],
    ['no field name', part('form-data; name=a', '', ': oops'), 'a part has a malformed header'],
    ['a space before the colon', part('form-data; name=a', '', 'A : b'), 'a part has a malformed header'],
    ['a folded header', part('form-data; name=a;\r\n filename=b'), 'a part has a malformed header'],
    ['a bare line feed', part('form-data; name="a\nb"'), 'a part header holds a control character'],
    ['a bare carriage return', part('form-data; name="a\rb"'), 'a part header holds a control character'],
    ['a NUL', part('form-data; name="a\0b"'), 'a part header holds a control character'],
    [
      'a NUL in RFC 5987',
      part("form-data; name=a; filename*=UTF-8''%00"),
      'a file name holds a NUL character',
    ],
    [
      'headers in Latin-1',
      Buffer.from(part('form-data; name="\xe4"'), 'latin1'),
      'the headers of a part are not UTF-8',
    ],
    [
      'two dispositions',
      part('form-data; name=a', '', 'content-disposition: form-data; name=b'),
      'a part has two Content-Disposition headers',
    ],
    [
      'two types',
      part('form-data; name=a', '', 'Content-Type: a/b', 'Content-Type: a/c'),
      'a part has two Content-Type headers',
    ],
    ['an attachment', part('attachment; name=a'), 'a part is not form-data'],
    ['a longer disposition', part('form-data-2; name=a'), 'a part is not form-data'],
    ['no name', part('form-data'), 'a part has no name'],
    ['no name but a file name', part('form-data; filename=a'), 'a part has no name'],
    ['an empty name', part('form-data; name=""'), 'a part has no name'],
    ['two names', part('form-data; name=a; NAME=b'), 'a part names itself twice'],
    ['two file names', part('form-data; name=a; filename=b; filename=c'), 'a part names itself twice'],
    [
      'an extended name',
      part("form-data; name=a; name*=UTF-8''b"),
      'the name of a part is written in a way that is not supported',
    ],
    ['an open quote', part('form-data; name="a'), 'a quoted name does not end'],
    [
      'a backslash at the end of a name before a file name',
      part('form-data; name="a\\"; filename="b"'),
      'a part has a malformed Content-Disposition header',
    ],
    [
      'the same before an extended one',
      part('form-data; name="a\\"; filename*=UTF-8\'\'b'),
      'a quoted name does not end',
    ],
    ['text after a quote', part('form-data; name="a"b'), 'a part has a malformed Content-Disposition header'],
    [
      'a parameter without value',
      part('form-data; name='),
      'a part has a malformed Content-Disposition header',
    ],
    [
      'a parameter without equals sign',
      part('form-data; name'),
      'a part has a malformed Content-Disposition header',
    ],
    ['an invalid RFC 5987 name', part("form-data; name=a; filename*=UTF-8''%"), 'a file name is not valid'],
    ['RFC 5987, not UTF-8', part("form-data; name=a; filename*=UTF-8''%80"), 'a file name is not valid'],
    [
      'base64',
      part('form-data; name=a', 'eA==', 'Content-Transfer-Encoding: base64'),
      'a part has a Content-Transfer-Encoding that is not supported',
    ],
  ]
  for (const [what, body, message] of cases) {
    it(what, () => failsEveryWay(body, { name: 'MalformedForm', message }))
  }

  it('but bytes kept as they are may say so', () => {
    for (const encoding of ['7bit', '8bit', 'Binary']) {
      const body = `${part('form-data; name=a', 'x', `Content-Transfer-Encoding: ${encoding}`)}--XY--`
      assert.deepEqual(contentOf(parseEveryWay(body)), ['x'])
    }
  })
})
