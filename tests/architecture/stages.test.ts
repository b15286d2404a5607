import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { test } from 'node:test'
import { folders, measured, onPostgres, testFiles } from '../../scripts/testing/stages.ts'

const run = Object.values(folders).flatMap((places) => testFiles(places))

test('every test file is in the folder of one stage', () => {
  const all = globSync('{src,tests,scripts}/**/*.test.ts').toSorted()
  assert.deepEqual(run.toSorted(), all)
})

test('what runs on PostgreSQL or is measured is there', () => {
  const named = [onPostgres, measured].flatMap((places) => testFiles(places))
  for (const file of named) assert.ok(run.includes(file), file)
  assert.equal(new Set(onPostgres).size, onPostgres.length)
})

test('what runs on PostgreSQL has tests for it', () => {
  for (const file of onPostgres) assert.match(readFileSync(file, 'utf8'), /forEachDatabase/, file)
})

test('what asserts bounds is measured', () => {
  const services = readFileSync('tests/real-services/run.sh', 'utf8')
  for (const file of run) {
    if (!/from '#tests\/bench\/bounds\/at-most\.ts'/.test(readFileSync(file, 'utf8'))) continue
    const isNamed = services.includes(basename(file, '.test.ts')) && file.startsWith('tests/real-services/')
    assert.ok(isNamed || testFiles(measured).includes(file), file)
  }
})

test('no hook of a file that shares a process runs between the tests of others', () => {
  for (const file of testFiles(folders.server))
    assert.doesNotMatch(readFileSync(file, 'utf8'), /^(?:beforeEach|afterEach)\(/m, file)
})
