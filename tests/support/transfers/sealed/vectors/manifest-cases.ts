import type { Accepted } from './recipes.ts'

type Case = Accepted['manifests'][0]
const modified = '2026-11-21T08:00:00.000Z'

/** A file of a manifest. */
export function entry(path: string, offset = 0, size = 0) {
  return { path, size, type: 'text/plain', modified, offset }
}

const of = (what: string, manifest: unknown, content = 0): Case => ({
  what,
  text: [typeof manifest === 'string' ? manifest : JSON.stringify(manifest)],
  content,
})
const files = (what: string, list: readonly unknown[], content = 0) =>
  of(what, { version: 1, files: list }, content)
const file = (what: string, change: object) => files(what, [{ ...entry('a'), ...change }])
const said = (what: string, change: object) => of(what, { version: 1, files: [entry('a')], ...change })
/** Points to bytes of `content` that lie before it, the last of which the file has. */
const picture = (offset: number, length: number) => ({
  ...entry('a', length),
  thumbnail: { offset, length },
})
const repeated = (
  what: string,
  before: string,
  repeat: string,
  times: number,
  after: string,
  between = '',
): Case => ({
  what,
  text: [before, { repeat, times, between }, after],
  content: 0,
})
const numbered = JSON.stringify(entry('#'))
const plain = JSON.stringify(entry('a'))
const pictured = JSON.stringify({ ...entry('#'), thumbnail: { offset: 0, length: 0 } })

export const acceptedManifests: readonly Case[] = [
  of('a text alone', { version: 1, text: 'hello', files: [] }),
  of('an empty text alone', { version: 1, text: '', files: [] }),
  said('texts at their limits, with empty ones', {
    title: '\u{1f4ee}'.repeat(100),
    message: 'x'.repeat(500),
    senderName: '',
  }),
  said('colons, quotes and backslashes in a text', { text: '":\\":\\\\' }),
  of('blanks between tokens, members in another order', ` {"files" : [\n${plain}\t] ,\r\n"version":1}\n`),
  of(
    'names and values that are written with escapes',
    `{"\\u0076ersion":1,"files":[${plain.replace('"a"', '"\\u0061\\/b"')}]}`,
  ),
  of(
    'numbers by their value',
    `{"version":1.0,"files":[${plain.replace('"size":0', '"size":26e0').replace('"offset":0', '"offset":-0')}]}`,
    26,
  ),
  of('an unpaired surrogate in a title', '{"version":1,"title":"\\ud800","text":"","files":[]}'),
  file('a leap day', { modified: '2024-02-29T23:59:59.999Z' }),
  file('the year 0', { modified: '0000-02-29T00:00:00.000Z' }),
  file('no type', { type: '' }),
  file('a type that is none', { type: '\n'.repeat(255) }),
  file('a path of 1024 bytes', { path: Array.from({ length: 5 }, () => 'y'.repeat(204)).join('/') }),
  file('a name of 255 bytes', { path: `x${'\u00fc'.repeat(127)}` }),
  ...[
    '.hidden',
    ' lead',
    'a..b',
    'CONSOLE',
    'COM',
    'COM10',
    'LPT\u2074',
    'CON\u0131N$',
    'a.CON',
    'a\u200b',
    '\u0338',
    '~',
  ].map((path) => file(`the path ${path}`, { path })),
  files('paths that only look alike', [
    entry('a'),
    entry('ab'),
    entry('a.b/c'),
    entry('b/a'),
    entry('\u0430'),
  ]),
  files('pictures before files', [picture(0, 24_576)], 24_576),
  files('files and empty ones', [entry('a', 0, 3), entry('b', 3), entry('c', 3, 2)], 5),
]

const refusedPaths = [
  ['empty', ''],
  ['absolute', '/a'],
  ['up', '../a'],
  ['up inside', 'a/../b'],
  ['up at the end', 'a/..'],
  ['here', './a'],
  ['an empty name', 'a//b'],
  ['a folder', 'a/'],
  ['a backslash', 'a\\b'],
  ['a drive', 'C:a'],
  ...[
    '*',
    '?',
    '<',
    '>',
    '|',
    '"',
    '\0',
    '\n',
    '\u007f',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u061c',
    '\u200e',
    '\u200f',
    '\u202e',
    '\u2069',
  ].map((sign) => [`the character ${sign.charCodeAt(0).toString(16)}`, `a${sign}b`]),
  ...['.', ' ', '\u00a0', '\u1680', '\u2003', '\u202f', '\u3000', '\ufeff'].map((sign) => [
    `an end of ${sign.charCodeAt(0).toString(16)}`,
    `a${sign}/b`,
  ]),
  ...[
    'CON',
    'nul.txt',
    'a/Aux',
    'PRN.a.b',
    'COM0',
    'lpt\u00b3.x',
    'conin$',
    'CONOUT$.x',
    'CON .txt',
    'CON\u00a0.txt',
    'CON\ufeff.txt',
  ].map((path) => [`the device ${path}`, path]),
  ['an unpaired surrogate', 'a\ud800b'],
  ['a name of 256 bytes', '\u00fc'.repeat(128)],
  ['a path of 1025 bytes', `yy${'/yyyyyyyyyy'.repeat(93)}`],
] as const

const twins = [
  ['the same path twice', 'a', 'a'],
  ['paths that case tells apart', 'a', 'A'],
  ['paths that composition tells apart', 'u\u0308', '\u00fc'],
  ['paths that sharp s tells apart', 'stra\u00dfe', 'STRASSE'],
  ['paths that a final sigma tells apart', '\u03c3\u03b1\u03c2', '\u03a3\u0391\u03a3'],
  ['a path that is the folder of another', 'a', 'a/b'],
  ['a folder before its file', 'a/b', 'a'],
  ['a folder by case', 'A/b/c', 'a/B'],
] as const

export const refusedManifests: readonly Case[] = [
  ...refusedPaths.map(([what = '', path = '']) => file(`a path: ${what}`, { path })),
  ...twins.map(([what, one, other]) => files(what, [entry(one), entry(other)])),
  ...(
    [
      ['no bytes', ''],
      ['no JSON', '{"version":1'],
      ['a list', '[]'],
      ['null', 'null'],
      ['a byte order mark', `\ufeff{"version":1,"files":[${plain}]}`],
      ['more behind it', `{"version":1,"files":[${plain}]}x`],
      ['NaN', `{"version":1,"files":[${plain.replace('"size":0', '"size":NaN')}]}`],
      ['a control character in a string', `{"version":1,"text":"\t","files":[]}`],
      ['a member twice', '{"version":1,"text":"one","text":"other","files":[]}'],
      ['a member twice, once with an escape', '{"version":1,"\\u0074ext":"one","text":"other","files":[]}'],
      ['a member of a file twice', `{"version":1,"files":[${plain.replace('{', '{"path":"b",')}]}`],
      ['the member __proto__', `{"version":1,"files":[${plain}],"__proto__":{}}`],
      ['version 2', { version: 2, files: [entry('a')] }],
      ['a version that is a text', { version: '1', files: [entry('a')] }],
      ['a version that is true', { version: true, files: [entry('a')] }],
      ['no version', { files: [entry('a')] }],
      ['no files', { version: 1, text: 'a' }],
      ['neither files nor text', { version: 1, files: [] }],
      ['files that are no list', { version: 1, files: {} }],
      ['a file that is none', { version: 1, files: [null] }],
    ] as const
  ).map(([what, manifest]) => of(what, manifest)),
  said('another member', { other: 1 }),
  said('a title that is null', { title: null }),
  said('a title of 101 code points', { title: `x${'\u{1f4ee}'.repeat(100)}` }),
  said('a message of 501', { message: 'x'.repeat(501) }),
  said('a name of a sender of 101', { senderName: 'x'.repeat(101) }),
  repeated('a text above 1 MiB', '{"version":1,"files":[],"text":"', '\u00fc', 2 ** 19, 'x"}'),
  repeated('a manifest above 8 MiB', `{"version":1,"files":[${plain}]}`, ' ', 2 ** 23, ''),
  repeated('20 001 files', '{"version":1,"files":[', numbered, 20_001, ']}', ','),
  repeated('201 pictures', '{"version":1,"files":[', pictured, 201, ']}', ','),
  repeated('deeper than any reader goes', '', '[', 100_000, ''),
  file('another member of a file', { mode: 493 }),
  file('a path that is a number', { path: 1 }),
  file('a type of 256', { type: 'x'.repeat(256) }),
  file('a type that is null', { type: null }),
  file('no moment', { modified: undefined }),
  ...[
    '2026-11-21T08:00:00Z',
    '2026-11-21T08:00:00.000+00:00',
    '2026-02-29T08:00:00.000Z',
    '2026-13-01T08:00:00.000Z',
    '2026-11-21T24:00:00.000Z',
    '2026-11-21T08:00:60.000Z',
    '2026-11-21 08:00:00.000Z',
    '2026-11-21T08:00:00.000z',
    '+02026-11-21T08:00:00.000Z',
    '\u0662026-11-21T08:00:00.000Z',
    '2026-11-21T08:00:00.000Z\n',
  ].map((moment) => file(`the moment ${moment}`, { modified: moment })),
  file('a size below 0', { size: -1 }),
  file('a size that is no integer', { size: 0.5 }),
  file('a size that is a text', { size: '0' }),
  file('a size that is true', { size: true }),
  file('a size of 2^53', { size: 2 ** 53 }),
  of('a size beyond all doubles', `{"version":1,"files":[${plain.replace('"size":0', '"size":1e400')}]}`),
  file('a size beyond the bundle', { size: 70_000 }),
  file('a gap', { offset: 1 }),
  files('files that overlap', [entry('a', 0, 10), entry('b', 9, 1)], 10),
  files('files in another order', [entry('b', 10, 1), entry('a', 0, 10)], 11),
  files('a picture above 24 KiB', [picture(0, 24_577)], 24_577),
  files('a picture that lies elsewhere', [picture(1, 10)], 11),
  files('a picture that a file shares', [{ ...picture(0, 10), offset: 0 }], 10),
  file('a picture that is null', { thumbnail: null }),
  file('another member of a picture', { thumbnail: { offset: 0, length: 0, type: '' } }),
]
