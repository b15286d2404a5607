import assert from 'node:assert/strict'
import { test } from 'node:test'
import { safeFileName } from '#contract/transfers/file-name.ts'
import { maxFiles, maxNameBytes } from '#contract/transfers/limits.ts'
import { seededRandom } from '#tests/fuzz/seeded-random.ts'
import { assertPathFits, createUniquePaths, UnsafePath } from './unique-path.ts'

/** Path that was asked for and its result, in this order within one archive. */
const stories: Record<string, readonly (readonly [string, string])[]> = {
  'the second of a name gets a number before its extension': [
    ['a.txt', 'a.txt'],
    ['a.txt', 'a (2).txt'],
    ['a.txt', 'a (3).txt'],
    ['b.tar.gz', 'b.tar.gz'],
    ['b.tar.gz', 'b.tar (2).gz'],
    ['.profile', '.profile'],
    ['.profile', '.profile (2)'],
    ['README', 'README'],
    ['README', 'README (2)'],
  ],
  'a number that a file has already is passed over': [
    ['a (2).txt', 'a (2).txt'],
    ['a.txt', 'a.txt'],
    ['a.txt', 'a (3).txt'],
    ['a (2).txt', 'a (2) (2).txt'],
  ],
  'names that some disk takes for one count as one': [
    ['Plan.PDF', 'Plan.PDF'],
    ['plan.pdf', 'plan (2).pdf'],
    ['plan.pdf.', 'plan (3).pdf'],
    ['caf\u00e9', 'caf\u00e9'],
    ['cafe\u0301', 'cafe\u0301 (2)'],
  ],
  'folders meet without regard to case, and their files are told apart': [
    ['Docs/a', 'Docs/a'],
    ['docs/b', 'Docs/b'],
    ['DOCS/A', 'Docs/A (2)'],
  ],
  'the same name in two folders is no conflict': [
    ['x/a', 'x/a'],
    ['y/a', 'y/a'],
    ['a', 'a'],
  ],
  'a file with the name of a folder gets a number': [
    ['x/a', 'x/a'],
    ['x', 'x (2)'],
    ['x/b', 'x/b'],
  ],
  'a folder with the name of a file gets one, for all its files': [
    ['x', 'x'],
    ['x/a', 'x (2)/a'],
    ['X/b', 'x (2)/b'],
    ['x/a', 'x (2)/a (2)'],
  ],
  'names that earlier releases kept as they came become ones that Windows can unpack': [
    ['C:x', 'C_x'],
    ['...', '_'],
    ['', '_ (2)'],
    ['folder/C:x', 'folder/C_x'],
    ['folder./y ', 'folder/y'],
    ['prn/nul.d/x', 'prn_/nul_.d/x'],
    ['ü'.repeat(200), 'ü'.repeat(127)],
  ],
  'names made safe do not take those of others': [
    ['aux_.txt', 'aux_.txt'],
    ['aux.txt', 'aux_ (2).txt'],
    ['AUX.txt', 'AUX_ (3).txt'],
    ['a_b', 'a_b'],
    ['a:b', 'a_b (2)'],
    ['a?b', 'a_b (3)'],
    ['x_/a', 'x_/a'],
    ['x*/a', 'x_/a (2)'],
  ],
}

for (const [name, story] of Object.entries(stories)) {
  test(name, () => {
    const uniquePath = createUniquePaths()
    assert.deepEqual(
      story.map(([path]) => uniquePath(path)),
      story.map(([, unique]) => unique),
    )
  })
}

for (const path of [`${'a long name of a folder/'.repeat(50)}x`, `${'a/'.repeat(200)}x`]) {
  test(`${JSON.stringify(path.slice(0, 40))} is refused with a sentence`, () => {
    assert.throws(
      () => assertPathFits(path),
      (error) => error instanceof UnsafePath && /^[A-Z].*\.$/.test(error.message),
    )
  })
}

test('a numbered name stays within what a name may have, and whole', () => {
  const uniquePath = createUniquePaths()
  for (const name of [`${'x'.repeat(251)}.txt`, `${'📦'.repeat(62)}.zip`, '📦'.repeat(63)]) {
    assert.equal(uniquePath(name), name)
    const second = uniquePath(name)
    assert.ok(Buffer.byteLength(second) <= maxNameBytes && second.isWellFormed())
    assert.match(second, / \(2\)/)
    assert.equal(second.slice(second.indexOf(')') + 1), name.includes('.') ? name.slice(-4) : '')
  }
})

test('as many files as a link may carry of one name, and very many of long alike ones, are told apart', () => {
  const same = createUniquePaths()
  const long = createUniquePaths()
  const paths = new Set<string>()
  for (let index = 0; index < maxFiles; index += 1) paths.add(same('a.txt'))
  for (let index = 0; index < maxFiles / 4; index += 1)
    paths.add(long(`${'x'.repeat(245)}${String(index % (maxFiles / 8)).padStart(6, '0')}.txt`))
  assert.equal(paths.size, 1.25 * maxFiles)
})

test('paths of more than 8 MB together are refused, and 80 000 of usual length are not', () => {
  const uniquePath = createUniquePaths()
  const folder = `${'a'.repeat(250)}/${'b'.repeat(250)}/${'c'.repeat(250)}`
  let taken = 0
  assert.throws(
    () => {
      for (; taken < maxFiles; taken += 1) uniquePath(`${folder}/${taken}`)
    },
    { name: 'UnsafePath', message: 'The paths of all files together are too long.' },
  )
  assert.ok(taken * folder.length < 8 * 1024 * 1024)
  const usual = createUniquePaths()
  for (let index = 0; index < maxFiles; index += 1)
    usual(`${'a folder of photos'.padEnd(30)}x/${'a name'.repeat(9)} ${index}.jpg`)
})

test('whatever many files are called, no two paths are one on any disk', () => {
  const random = seededRandom(11)
  const fragments = [
    'a',
    'A',
    'ü',
    'U\u0308',
    'ß',
    'SS',
    ':',
    '?',
    '.',
    ' ',
    '/',
    'con',
    ' (2)',
    '.txt',
    '\u200e',
  ]
  fragments.push('x'.repeat(125), 'ǰ'.repeat(60), 'ﬃ')
  const uniquePath = createUniquePaths()
  const seen = new Map<string, string>()
  for (let round = 0; round < 20_000; round += 1) {
    const length = 1 + random.below(5)
    const asked = Array.from({ length }, () => fragments[random.below(fragments.length)]).join('')
    const path = uniquePath(asked.split('/').filter(Boolean).join('/'))
    for (const name of path.split('/')) assert.equal(safeFileName(name), name)
    const folded = path.normalize('NFD').toUpperCase().toLowerCase().normalize('NFD')
    assert.equal(seen.get(folded), undefined, `${JSON.stringify(asked)} became ${JSON.stringify(path)}`)
    seen.set(folded, path)
  }
})

test('more folders than files are nobody’s', () => {
  const uniquePath = createUniquePaths()
  assert.throws(() => {
    for (let index = 0; index <= maxFiles; index += 1) uniquePath(`${index}/${index}/x`)
  }, new UnsafePath('There are too many folders.'))
})
