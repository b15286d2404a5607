import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seededRandom } from '#tests/fuzz/seeded-random.ts'
import { safeFileName, safePath } from './file-name.ts'

/** The sender's name for a file, and the name it gets. */
const mended: readonly (readonly [string, string])[] = [
  ['', '_'],
  ['.', '_'],
  ['..', '_'],
  ['...', '_'],
  [' \u00a0', '_'],
  ['a/b.txt', 'a_b.txt'],
  ['..\\b.txt', '.._b.txt'],
  ['a:b.txt', 'a_b.txt'],
  ['C:x', 'C_x'],
  ['Call 10:30.txt', 'Call 10_30.txt'],
  ['st*r?<x>|y', 'st_r__x__y'],
  ['a"b.txt', 'a\u201db.txt'],
  ['a\r\nb.txt', 'ab.txt'],
  ['a\0\x7f\x85.txt', 'a.txt'],
  ['photo\u202egnp.exe', 'photognp.exe'],
  ['\u200fצילום מסך\u200e.png', 'צילום מסך.png'],
  ['\u202aWhatsApp Image.jpeg', 'WhatsApp Image.jpeg'],
  ['Verein e. V.', 'Verein e. V'],
  ['a.txt. . ', 'a.txt'],
  ['\ud800.txt', '\ufffd.txt'],
  ['CON', 'CON_'],
  ['con:', 'con_'],
  ['aux.txt', 'aux_.txt'],
  ['aux.\u200e', 'aux_'],
  ['NUL .tar.gz', 'NUL_ .tar.gz'],
  ['com1', 'com1_'],
  ['COM\u00b9', 'COM\u00b9_'],
  ['LPT\u00b2.log', 'LPT\u00b2_.log'],
  ['conin$', 'conin$_'],
]

for (const [name, safe] of mended) {
  test(`${JSON.stringify(name)} becomes ${JSON.stringify(safe)}`, () => {
    assert.equal(safeFileName(name), safe)
  })
}

test('everyday names of Europe are taken as they are', () => {
  for (const name of [
    "l'été.pdf",
    'Straße 14; Küche.docx',
    'Ελληνικά.txt',
    'a b (1) [x] {y}.tar.gz',
    '👩‍🚀.png',
    'cafe\u0301.txt',
    '.env',
    'console.txt',
    'COM10',
    'my con.txt',
  ])
    assert.equal(safeFileName(name), name)
})

test('an overlong name keeps its extension, and whole characters', () => {
  assert.equal(safeFileName(`${'x'.repeat(400)}.pdf`), `${'x'.repeat(251)}.pdf`)
  assert.equal(safeFileName(`${'ü'.repeat(130)}.pdf`), `${'ü'.repeat(125)}.pdf`)
  assert.equal(safeFileName(`${'📦'.repeat(64)}.zip`), `${'📦'.repeat(62)}.zip`)
  assert.equal(safeFileName('📦'.repeat(64)), '📦'.repeat(63))
  assert.equal(safeFileName(`${'a '.repeat(200)}.${'b'.repeat(60)}`), `${'a '.repeat(127)}a`)
  assert.equal(safeFileName(`CON${' '.repeat(400)}x.txt`), 'CON_.txt')
})

test('a path is made of safe names, and leads nowhere else', () => {
  for (const [path, safe] of [
    ['trip/Tag zwei', 'trip/Tag zwei'],
    ['/etc/passwd', 'etc/passwd'],
    ['//server/share/x', 'server/share/x'],
    ['C:/Windows/x', 'C_/Windows/x'],
    ['../x', 'x'],
    ['a/../../x', 'a/x'],
    ['a/./x//y/', 'a/x/y'],
    ['.../.. /x', '_/_/x'],
    ['a\\..\\x', 'a_.._x'],
    ['Verein e. V./y', 'Verein e. V/y'],
    ['/', ''],
  ] as const)
    assert.equal(safePath(path), safe)
})

const fragments = [
  ...['.', '..', ' ', '/', '\\', ':', '*', '?', '<', '>', '|', '"', '\0', '\n', '\x85', '\u00a0', '\u3000'],
  ...['\u200e', '\u202e', '\u2066', '\ud800', '\udc00', '📦', 'ü', 'u\u0308', 'ẞ', 'ﬁ', 'ı', 'a', 'B', '~'],
  ...['CON', 'aux', 'NUL', 'com1', 'LPT\u00b9', 'conout$', '.txt', '.tar.gz', `.${'e'.repeat(25)}`],
  ...['x'.repeat(126), 'ä'.repeat(60), ' '.repeat(120), '.'.repeat(120)],
]

test('whatever it is given, a safe name is one, and stays as it is', () => {
  const random = seededRandom(7)
  for (let round = 0; round < 20_000; round += 1) {
    const length = random.below(12)
    const name = Array.from({ length }, () => fragments[random.below(fragments.length)]).join('')
    const safe = safeFileName(name)
    const told = `${JSON.stringify(name)} became ${JSON.stringify(safe)}`
    assert.equal(safeFileName(safe), safe, told)
    assert.ok(safe !== '' && Buffer.byteLength(safe) <= 255 && safe.isWellFormed(), told)
    assert.doesNotMatch(safe, /[/\\:*?<>|"\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|[\s.]$/u, told)
    assert.doesNotMatch(safe, /^(con|prn|aux|nul|con(in|out)\$|(com|lpt)[\d¹²³])\s*(\.|$)/i, told)
  }
})
