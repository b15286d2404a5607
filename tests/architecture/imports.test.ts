import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { placeOf, readInnerOrders } from './inner-orders.ts'

/** Rooms that every room of the server above platform builds on. */
const serverBase = ['contract', 'crypto', 'end-to-end', 'server/config', 'server/schema', 'server/platform']
const serverRooms = [
  ...serverBase,
  'server/identity',
  'server/contacts',
  'server/keys',
  'server/transfers',
  'server/requests',
  'server/messaging',
  'server/moderation',
  'server/operations',
]
const webShared = [
  'client',
  'contract',
  'end-to-end',
  'web/accounts',
  'web/i18n',
  'web/router',
  'web/service',
  'web/ui',
]
const webPage = [
  ...webShared,
  'web/transfers',
  'web/transfers/engine',
  'web/transfers/selection',
  'web/transfers/ui',
]
const webFeatures = [
  'web/features/accounts',
  'web/features/admin',
  'web/features/contacts',
  'web/features/download',
  'web/features/integrations',
  'web/features/keys',
  'web/features/manage',
  'web/features/legal',
  'web/features/notifications',
  'web/features/portal',
  'web/features/rights',
  'web/features/reports',
  'web/features/requests',
  'web/features/terms',
  'web/features/upload',
]

/** Who may import whom; docs/architecture.md says why. A room may always import itself. */
const allowed: Record<string, readonly string[]> = {
  contract: [],
  crypto: [],
  'end-to-end': ['contract'],
  client: ['contract'],
  cli: ['client', 'end-to-end', ...serverRooms, 'server/app', 'server/processes'],
  'server/schema': ['contract', 'crypto'],
  'server/config': ['contract', 'crypto'],
  'server/platform': ['contract', 'crypto', 'server/config', 'server/schema'],
  'server/identity': serverBase,
  'server/keys': [...serverBase, 'server/identity'],
  'server/contacts': [...serverBase, 'server/identity'],
  'server/transfers': [...serverBase, 'server/contacts', 'server/identity', 'server/keys'],
  'server/requests': [...serverBase, 'server/identity', 'server/keys', 'server/transfers'],
  'server/messaging': [
    ...serverBase,
    'server/contacts',
    'server/identity',
    'server/keys',
    'server/transfers',
  ],
  'server/moderation': [...serverBase, 'server/identity', 'server/messaging', 'server/transfers'],
  'server/operations': [
    ...serverBase,
    'server/contacts',
    'server/identity',
    'server/keys',
    'server/messaging',
    'server/moderation',
    'server/requests',
    'server/transfers',
  ],
  'server/app': serverRooms,
  'server/processes': [...serverRooms, 'server/app'],
  server: ['server/config', 'server/processes'],
  'web/i18n': ['contract'],
  'web/router': ['contract'],
  'web/ui': ['client', 'contract', 'web/router', 'web/i18n'],
  'web/accounts': ['client', 'contract', 'web/i18n', 'web/ui'],
  'web/service': ['client', 'contract', 'web/accounts', 'web/i18n', 'web/ui'],
  'web/transfers/selection': ['contract'],
  'web/transfers/engine': [
    'client',
    'contract',
    'end-to-end',
    'web/accounts',
    'web/i18n',
    'web/transfers/selection',
    'web/ui',
  ],
  'web/transfers': [
    'client',
    'contract',
    'end-to-end',
    'web/accounts',
    'web/i18n',
    'web/transfers/engine',
    'web/transfers/selection',
    'web/ui',
  ],
  'web/transfers/ui': [...webShared, 'web/transfers', 'web/transfers/engine', 'web/transfers/selection'],
  'web/features/upload': webPage,
  'web/features/accounts': webPage,
  'web/features/admin': webPage,
  'web/features/contacts': webPage,
  'web/features/download': webPage,
  'web/features/integrations': webPage,
  'web/features/keys': webPage,
  'web/features/manage': webPage,
  'web/features/legal': webPage,
  'web/features/notifications': webPage,
  'web/features/portal': webPage,
  'web/features/rights': webPage,
  'web/features/reports': webPage,
  'web/features/requests': webPage,
  'web/features/terms': webPage,
  'web/app': [...webPage, ...webFeatures],
}

/** What services.ts alone picks from: capabilities know the ports beside these. */
const adapters =
  /^src\/server\/(schema\/migrations\/|platform\/(blobs\/(disk\/|s3\/|open-)|database\/(sqlite|postgres|open-|migrate)|scanner\/(clamd\/|built-in)|mail-transport\/(smtp|folder|compose)|observability\/prometheus|background\/background-work|master-keys\/))/

/** Files that stand above the rooms, and the only others that each of them may be imported by. */
const heads: Record<string, readonly string[]> = {
  'src/server/app/services.ts': [
    'src/server/processes/serve.ts',
    'src/cli/service/doctor.ts',
    'src/cli/service/doctor/database.ts',
    'src/cli/service/doctor/neighbours.ts',
    'src/cli/service/doctor/storage.ts',
    'src/cli/service/migrate.ts',
    'src/cli/service/restore.ts',
    'src/cli/service/rotate-keys.ts',
    'src/cli/service/with-services.ts',
  ],
  'src/server/app/app.ts': ['src/server/processes/serve.ts'],
  'src/server/processes/start.ts': ['src/server/main.ts', 'src/cli/service/serve.ts'],
  'src/server/processes/serve.ts': ['src/server/processes/start.ts'],
  'src/server/main.ts': [],
  'src/web/app/routes.tsx': ['src/web/app/main.tsx'],
  'src/web/app/main.tsx': [],
  'src/cli/main.ts': [],
  'src/cli/client-main.ts': [],
}

const files = globSync('src/**/*.{ts,tsx}').filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
const edges = new Map(files.map((file) => [file, importsOf(file)]))

function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const names = [...text.matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) => name)
  return names
    .filter((name) => name.startsWith('.') || name.startsWith('#'))
    .map((name) => (name.startsWith('#') ? `src/${name.slice(1)}` : normalize(join(dirname(file), name))))
    .filter((path) => /\.tsx?$/.test(path))
}

/** The room of a file: the longest name of the table that its path begins with, or its layer. */
function roomOf(file: string): string {
  const folder = dirname(file).slice('src/'.length)
  const rooms = Object.keys(allowed).filter((room) => folder === room || folder.startsWith(`${room}/`))
  return rooms.toSorted((a, b) => b.length - a.length)[0] ?? folder
}

test('every import keeps to the table', () => {
  const wrong: string[] = []
  for (const [file, imports] of edges) {
    const room = roomOf(file)
    for (const target of imports) {
      const other = roomOf(target)
      const head = heads[target]
      if (head && !head.includes(file)) wrong.push(`${file} -> ${target}`)
      else if (other !== room && allowed[room] && !allowed[room].includes(other))
        wrong.push(`${file} -> ${target}`)
      else if (adapters.test(target) && !adapters.test(file) && file !== 'src/server/app/services.ts')
        wrong.push(`${file} -> ${target}`)
    }
  }
  assert.deepEqual(wrong, [])
})

test('integrations import what programs elsewhere have, too', () => {
  const found = globSync('integrations/**/*.ts').flatMap(importsOf)
  assert.ok(found.length > 0)
  assert.deepEqual(
    found.filter((path) => !/^(?:integrations|src\/(?:client|contract|end-to-end))\//.test(path)),
    [],
  )
})

test('every file has a room', () => {
  const known = new Set(Object.keys(allowed))
  assert.deepEqual(
    files.filter((file) => !known.has(roomOf(file))),
    [],
  )
})

test('every import inside a room keeps to the order of its parts', () => {
  const wrong: string[] = []
  for (const [room, steps] of readInnerOrders()) {
    const folder = `src/${room}/`
    const seen = new Set<string>()
    for (const file of files.filter((each) => each.startsWith(folder))) {
      const place = placeOf(file.slice(folder.length), steps)
      if (!place) wrong.push(`${file} lies in no part`)
      seen.add(place?.part ?? '')
      for (const target of edges.get(file) ?? []) {
        if (!place || !target.startsWith(folder)) continue
        const other = placeOf(target.slice(folder.length), steps)
        if (other && other.part !== place.part && other.height >= place.height)
          wrong.push(`${file} -> ${target}`)
      }
    }
    for (const part of steps.flat()) if (!seen.has(part)) wrong.push(`${folder}${part} is not there`)
  }
  assert.deepEqual(wrong, [])
})

test('every room of the server that has parts has an order of them', () => {
  const orders = readInnerOrders()
  const folders = files.flatMap((file) => /^src\/(server\/[^/]+)\/[^/]+\//.exec(file)?.[1] ?? [])
  const without = [...new Set(folders)].filter((room) => !orders.has(room))
  assert.deepEqual(without, [])
})

test('nothing imports itself by a detour', () => {
  const done = new Set<string>()
  function walk(file: string, path: readonly string[]): string[] | undefined {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return undefined
    for (const next of edges.get(file) ?? []) {
      const circle = walk(next, [...path, file])
      if (circle) return circle
    }
    done.add(file)
    return undefined
  }
  for (const file of files) assert.equal(walk(file, [])?.join(' -> '), undefined)
})

/** The part of the format that needs no cryptography: a WebCrypto driver shares it. */
const pureFormat = [
  'src/crypto/content/blob-header.ts',
  'src/crypto/content/content-sizes.ts',
  'src/crypto/content/inspect-blob.ts',
  'src/crypto/content/inspect-slot.ts',
]

test('what describes the format needs neither Node nor a driver', () => {
  for (const file of pureFormat) {
    assert.doesNotMatch(readFileSync(file, 'utf8'), /(?:from|import|require)\s*\(?\s*'node:/, file)
    const others = edges.get(file)?.filter((target) => !pureFormat.includes(target))
    assert.deepEqual(others, [], file)
  }
})

test('the end-to-end format needs neither Node nor a page, but for its drivers', () => {
  for (const file of files.filter((each) => each.startsWith('src/end-to-end/'))) {
    if (file.startsWith('src/end-to-end/drivers/')) continue
    const text = readFileSync(file, 'utf8')
    assert.doesNotMatch(
      text,
      /(?:from|import|require)\s*\(?\s*'node:|\b(?:window|document|Buffer|process)\b\./,
      file,
    )
    assert.deepEqual(
      edges.get(file)?.filter((target) => target.includes('/drivers/')),
      [],
      file,
    )
  }
})

test('pages and workers never load the driver of Node', () => {
  for (const [file, imports] of edges)
    if (file.startsWith('src/web/')) assert.ok(!imports.includes('src/end-to-end/drivers/node.ts'), file)
})

test('the command line that works from anywhere holds nothing of the server', () => {
  const seen = new Set<string>()
  const left = ['src/cli/client-main.ts']
  for (let file = left.pop(); file !== undefined; file = left.pop()) {
    if (seen.has(file)) continue
    seen.add(file)
    left.push(...(edges.get(file) ?? []))
  }
  assert.ok(seen.has('src/cli/transfers/upload.ts'))
  assert.deepEqual(
    [...seen].filter((file) => /^src\/(?:server|crypto|web)\//.test(file)),
    [],
  )
})
