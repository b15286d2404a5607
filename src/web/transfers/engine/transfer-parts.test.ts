import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Selection } from '../selection/selection.ts'
import { startOptions } from './transfer-options.ts'
import { partsOf } from './transfer-parts.ts'

const options = startOptions({ defaultExpiry: '3h' })

/** One row for each list of paths. */
function select(...rows: string[][]): Selection {
  return rows.map((paths) => ({
    key: paths.join(),
    name: '',
    isFolder: paths.some((path) => path.includes('/')),
    size: 0,
    files: paths.map((path) => ({ path, file: new File([], path.split('/').at(-1) ?? '') })),
  }))
}

async function sent(selection: Selection): Promise<string[]> {
  const { files } = await partsOf(selection, options, true)
  const sent = files.map((part) =>
    'value' in part ? `${part.name}=${part.value}` : `${part.name}: ${part.filename}`,
  )
  return sent.filter((part) => !part.startsWith('modifiedAt_'))
}

test('one plain file is `file`; one in a folder keeps its folder', async () => {
  assert.deepEqual(await sent(select(['a.txt'])), ['file: a.txt'])
  assert.deepEqual(await sent(select(['trip/day 2/a.txt'])), ['folderPath_a.txt=trip/day 2', 'files: a.txt'])
})

test('each folder stands right before its file, and files without one come last', async () => {
  assert.deepEqual(await sent(select(['a.jpg'], ['trip/a.jpg', 'trip/day 2/a.jpg'])), [
    'folderPath_a.jpg=trip',
    'files: a.jpg',
    'folderPath_a.jpg=trip/day 2',
    'files: a.jpg',
    'files: a.jpg',
  ])
})

test('each of several files comes with the time when it was modified, also where that is unknown', async () => {
  const files = [Date.UTC(2024, 6, 1), 0, Number.MAX_SAFE_INTEGER].map((lastModified, index) => ({
    path: `x/${index}`,
    file: new File([], String(index), { lastModified }),
  }))
  const { files: parts } = await partsOf(
    [{ key: '', name: 'x', isFolder: true, size: 0, files }],
    options,
    true,
  )
  assert.deepEqual(
    parts.map((part) => ('value' in part ? `${part.name}=${part.value}` : part.filename)),
    [
      ...['folderPath_0=x', 'modifiedAt_0=2024-07-01T00:00:00.000Z', '0'],
      ...['folderPath_1=x', 'modifiedAt_1=', '1'],
      ...['folderPath_2=x', 'modifiedAt_2=', '2'],
    ],
  )
})

test('the order of picking makes no difference', async () => {
  assert.deepEqual(await sent(select(['b'], ['a'], ['x/c'])), await sent(select(['x/c'], ['a'], ['b'])))
})

test('names that the service refuses are made acceptable, in paths too', async () => {
  assert.deepEqual(await sent(select(['say "hi"/say "ho".txt'])), [
    'folderPath_say ”ho”.txt=say ”hi”',
    'files: say ”ho”.txt',
  ])
})
