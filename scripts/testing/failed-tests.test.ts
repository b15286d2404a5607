import assert from 'node:assert/strict'
import { test } from 'node:test'
import failedTests, { summaryOf } from './failed-tests.ts'

test('each failed file is named with its tests and the command that repeats it', () => {
  const failed = new Map([
    ['tests/http/a.test.ts', new Set(['one', 'other'])],
    ['tests/http/b.test.ts', new Set(['third'])],
  ])
  const environment = { TEST_DATABASE: 'sqlite', THOROUGH: '', HOME: '/root' }
  assert.equal(
    summaryOf(failed, environment),
    `
Failed, and how to repeat it:
✖ tests/http/a.test.ts: one
✖ tests/http/a.test.ts: other
  TEST_DATABASE=sqlite npx node --test tests/http/a.test.ts
✖ tests/http/b.test.ts: third
  TEST_DATABASE=sqlite npx node --test tests/http/b.test.ts
`,
  )
})

test('a run without failures is not spoken of', async () => {
  async function* none() {}
  assert.deepEqual(await Array.fromAsync(failedTests(none())), [''])
})
