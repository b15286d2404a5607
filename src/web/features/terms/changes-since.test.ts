import assert from 'node:assert/strict'
import { test } from 'node:test'
import { termsVersion } from '#contract/accounts/terms.ts'
import { changesSince } from './changes-since.ts'
import { versionNamed, versions } from './versions.ts'

function kinds(accepted: string): string[] {
  return changesSince(versionNamed(accepted)).map(({ type, section }) => `${type} ${section}`)
}

test('the last version is the one that holds now', () => {
  assert.equal(versions.at(-1)?.version, termsVersion)
})

test('versions come one after the other, each with a date of its own', () => {
  assert.deepEqual(
    versions.map(({ version, date }) => [version, date]),
    [
      ['1.0', '2024-01-15'],
      ['2.0', '2024-01-20'],
      ['2.1', '2024-01-22'],
    ],
  )
})

test('anyone who accepted the present version is told of no change', () => {
  assert.deepEqual(kinds('2.1'), [])
})

test('anyone who accepted the version before is told of what is new in this one', () => {
  assert.deepEqual(kinds('2.0'), ['modified retention', 'added rights'])
})

test('anyone who skipped a version is told of everything since, removed sections last', () => {
  assert.deepEqual(kinds('1.0'), [
    'added zip',
    'added limits',
    'modified retention',
    'added rights',
    'removed single-files',
  ])
})

test('a modified section comes with its old wording, and every change with a sentence', () => {
  for (const change of changesSince(versionNamed('1.0'))) {
    assert.equal(change.oldContent !== undefined, change.type === 'modified', change.section)
    assert.notEqual(change.oldContent, change.content)
    assert.notEqual(change.description, undefined, change.section)
  }
})
