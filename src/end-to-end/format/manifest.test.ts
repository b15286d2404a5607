import assert from 'node:assert/strict'
import { test } from 'node:test'
import { utf8 } from '../primitives.ts'
import { ManifestRefused, parseManifest } from './manifest.ts'

const modified = '2026-11-21T08:00:00.000Z'
const file = (path: string, offset = 0, size = 0) => ({ path, size, type: 'text/plain', modified, offset })
const parse = (manifest: unknown, room = 1000) =>
  parseManifest(utf8(typeof manifest === 'string' ? manifest : JSON.stringify(manifest)), room)
const parseFiles = (...files: unknown[]) => parse({ version: 1, files })

test('a manifest within the rules is read', () => {
  const thumbnail = { offset: 0, length: 10 }
  const read = parse({
    version: 1,
    title: 'Letters',
    message: 'Two lines\nof it',
    senderName: 'Ada',
    text: 'hello',
    files: [{ ...file('a/b.txt', 10, 5), thumbnail }, file('a/c/ü.txt', 15, 985)],
  })
  assert.equal(read.files.length, 2)
  assert.deepEqual(parse({ version: 1, text: '', files: [] }).files, [])
  assert.equal(parse({ version: 1, text: ':"\\":', files: [] }).text, ':"\\":')
})

const refusedPaths = [
  '',
  '/etc/passwd',
  '../up',
  'a/../../up',
  'a/./b',
  './a',
  'a//b',
  'a/',
  '.',
  '..',
  'a\\b',
  'C:\\a',
  'C:a',
  'x.txt:y',
  'a\0b',
  'a\nb',
  'a\u0085b',
  'a\u2028b',
  '\u202egnp.exe',
  'a\u200fb',
  'CON',
  'con.txt',
  'a/NUL',
  'COM1.tar.gz',
  'name.',
  'name ',
  'folder./a',
  'a<b',
  'a>b',
  'a"b',
  'a|b',
  'a?b',
  'a*b',
  'a\ud800b',
  'x'.repeat(256),
  'ü'.repeat(128),
  Array.from({ length: 6 }, () => 'y'.repeat(200)).join('/'),
]

test('refused paths: absolute, up, doubled, of devices, and all that deceives', () => {
  for (const path of refusedPaths)
    assert.throws(() => parseFiles(file(path)), ManifestRefused, JSON.stringify(path))
  for (const [one, other] of [
    ['a', 'a'],
    ['a', 'A'],
    ['u\u0308', '\u00fc'],
    ['straße', 'STRASSE'],
    ['a', 'a/b'],
    ['A/b/c', 'a/B'],
  ] as const)
    assert.throws(() => parseFiles(file(one), file(other)), ManifestRefused, `${one}, ${other}`)
  parseFiles(file('a'), file('ab'), file('a.b/c'), file('b/a'))
})

test('refused ranges: that overlap, leave gaps, run backwards or beyond the end', () => {
  const refused = [
    [file('a', 1, 1)],
    [file('a', 0, 10), file('b', 9, 1)],
    [file('a', 0, 10), file('b', 11, 1)],
    [file('b', 10, 1), file('a', 0, 10)],
    [file('a', 0, 1001)],
    [file('a', 0, -1)],
    [file('a', 0, 1.5)],
    [file('a', 0, 2 ** 53)],
    [{ ...file('a', 0, 10), thumbnail: { offset: 0, length: 10 } }],
    [{ ...file('a', 24_577, 10), thumbnail: { offset: 0, length: 24_577 } }],
    [{ ...file('a', 10, 10), thumbnail: { offset: 20, length: 10 } }],
  ]
  for (const files of refused)
    assert.throws(() => parse({ version: 1, files }, 30_000 - 29_000), ManifestRefused, JSON.stringify(files))
})

test('refused manifests: other versions, fields, moments, sizes, and no JSON', () => {
  const good = file('a')
  const refused = [
    '',
    '[]',
    'null',
    '{"version":1',
    '\ufeff{"version":1,"files":[]}',
    { version: 2, files: [good] },
    { version: '1', files: [good] },
    { version: 1 },
    { version: 1, files: [] },
    { version: 1, files: [good], other: 1 },
    { version: 1, files: [{ ...good, mode: 0o777 }] },
    { version: 1, files: [{ ...good, modified: '2026-11-21T08:00:00Z' }] },
    { version: 1, files: [{ ...good, modified: '2026-13-21T08:00:00.000Z' }] },
    { version: 1, files: [{ ...good, modified: '2026-11-21T08:00:00.000+01:00' }] },
    { version: 1, title: 'x'.repeat(101), files: [good] },
    { version: 1, text: 'x'.repeat(2 ** 20 + 1), files: [] },
    '{"version":1,"text":"one","text":"other","files":[]}',
    `{"version":1,"files":[${JSON.stringify(good).replace('{', '{"path":"b",')}]}`,
    '{"version":1,"text":"","files":[],"__proto__":{}}',
    { version: 1, files: Array.from({ length: 20_001 }, (_, n) => file(`${n}`)) },
  ]
  for (const manifest of refused)
    assert.throws(() => parse(manifest), ManifestRefused, JSON.stringify(manifest).slice(0, 80))
  assert.throws(() => parseManifest(Uint8Array.of(0x22, 0xff, 0x22), 0), ManifestRefused)
  assert.throws(() => parseManifest(new Uint8Array(2 ** 23 + 1), 0), ManifestRefused)
})
