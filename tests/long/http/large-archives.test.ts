import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startServer } from '#tests/support/server/server.ts'
import { bytesAt, listMembers, memberUrl } from '#tests/support/transfers/members.ts'

test('of 80 000 files the first page, a search and the last one come without holding the list', async () => {
  await using server = await startServer({ environment: { RATE_LIMITS: 'off' } })
  const boundary = 'many'
  const part = (n: number) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="files"; filename="a photo ${n}.jpg"\r\n\r\n${n}\r\n`
  const body = `${Array.from({ length: 80_000 }, (_, n) => part(n)).join('')}--${boundary}--\r\n`
  const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` }
  const response = await fetch(`${server.baseUrl}/api/files/upload`, { method: 'POST', headers, body })
  const { file } = JSON.parse(await response.text())
  const first = await listMembers(server, file.id)
  assert.equal(first.total, 80_000)
  assert.equal(first.members.length, 100)
  const times: number[] = []
  for (let turn = 0; turn < 5; turn += 1) {
    const before = process.cpuUsage()
    await listMembers(server, file.id)
    const { user, system } = process.cpuUsage(before)
    times.push((user + system) / 1000)
  }
  assert.ok(Math.min(...times) < 150, `a page took ${times.join(', ')} ms of the processor`)
  assert.equal((await bytesAt(memberUrl(server, file.id, 79_999))).toString(), '79999')
  const found = await listMembers(server, file.id, { search: 'photo 7999' })
  assert.equal(found.total, 11)
})
