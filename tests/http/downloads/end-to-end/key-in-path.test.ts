import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '#tests/support/server/server.ts'
import { forEveryone, seal, uploadSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'

test('a key that a mail filter wrote into the path is cut off before anything reads or logs it', async () => {
  const lines: string[] = []
  await using server = await startServer({
    environment: forEveryone,
    web: true,
    log: (line) => lines.push(line),
  })
  const { file } = await uploadSealed(server, await seal())
  const key = 'canaryKey'.padEnd(47, 'x')
  for (const written of [`%23k=${key}`, `%23k%3D${key}`, `%23K=${key}`]) {
    const page = await fetch(`${server.baseUrl}/download/${file.id}${written}`)
    assert.equal(page.status, 200)
    assert.match(page.headers.get('content-type') ?? '', /text\/html/)
    assert.ok(!(await page.text()).includes('canaryKey'))
    const info = await fetch(`${server.baseUrl}/api/files/info/${file.id}${written}`)
    assert.equal(info.status, 200)
    await fetch(`${server.baseUrl}/api/nothing/${written}`)
  }
  assert.ok(lines.length > 0)
  assert.ok(!lines.join('').includes('canaryKey'))
})
