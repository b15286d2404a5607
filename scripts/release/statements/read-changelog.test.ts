import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import * as z from 'zod'
import { readVersion } from './read-changelog.ts'

const changelog = `# Changelog

## 1.1.0 (2026-12-01)

- A [link](docs/x.md) that
  goes on. See
  [docs/y.md](docs/y.md).

### In short

- **Bold** and \`code\`.

### Fixed

- One.
- Two.

## 1.0.0

- Older.
`

test('gives the entries of one version, the short ones apart', () => {
  assert.deepEqual(readVersion(changelog, '1.1.0'), {
    version: '1.1.0',
    short: '- **Bold** and code.',
    groups: [
      { title: '', text: '- A link that goes on.' },
      { title: 'Fixed', text: '- One.\n- Two.' },
    ],
  })
  assert.deepEqual(readVersion(changelog, '1.2.0'), { version: '1.2.0', short: '', groups: [] })
})

test('the changelog has entries of this version', () => {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync('package.json', 'utf8')))
  const { short, groups } = readVersion(readFileSync('CHANGELOG.md', 'utf8'), version)
  assert.match(short, /^(?:- .+\n?){1,8}$/)
  assert.notEqual(groups.length, 0)
})
