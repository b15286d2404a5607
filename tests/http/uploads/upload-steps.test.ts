import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newStepsToken } from '#client/follow-steps.ts'
import { startServer } from '#tests/support/server/server.ts'
import { codeOf, until } from '#tests/support/transfers/transfers.ts'

test('who listens to the steps of an upload is let go when they cannot be read', async () => {
  await using server = await startServer()
  const stallTimeoutMs = { signal: AbortSignal.timeout(20_000) }
  const listening = await fetch(`${server.baseUrl}/api/files/steps/${newStepsToken()}`, stallTimeoutMs)
  assert.equal(listening.status, 200)
  await server.services.database.schema.dropTable('upload_steps').execute()
  assert.match(await listening.text(), /^: here\n\n/)
})

test('hundreds may listen, and each hears of its own upload', async () => {
  await using server = await startServer({ environment: { TRUSTED_PROXIES: '127.0.0.1' } })
  const tokens = Array.from({ length: 600 }, newStepsToken)
  const answers = await Promise.all(
    tokens.map((token, index) =>
      fetch(`${server.baseUrl}/api/files/steps/${token}`, {
        headers: { 'x-forwarded-for': `192.0.2.${index % 250}` },
        signal: AbortSignal.timeout(60_000),
      }),
    ),
  )
  const form = new FormData()
  form.append('file', new Blob(['hello']), 'a.txt')
  const headers = { 'x-upload-token': tokens[321] ?? '' }
  const sent = await fetch(`${server.baseUrl}/api/files/upload`, { method: 'POST', headers, body: form })
  assert.equal(sent.status, 201)
  assert.match((await answers[321]?.text()) ?? '', /"done"/)
  assert.equal(await stillOpen(answers[322]), ': here\n\n')
})

test('one address may listen to many uploads, and not to any number', async () => {
  await using server = await startServer()
  const ends = new AbortController()
  const listen = () => fetch(`${server.baseUrl}/api/files/steps/${newStepsToken()}`, { signal: ends.signal })
  const answers = await Promise.all(Array.from({ length: 128 }, listen))
  assert.ok(answers.every(({ status }) => status === 200))
  assert.equal(await codeOf(await listen(), 429), 'RATE_LIMITED')
  ends.abort()
  await until(async () => {
    const signal = AbortSignal.timeout(20_000)
    const again = await fetch(`${server.baseUrl}/api/files/steps/${newStepsToken()}`, { signal })
    await again.body?.cancel()
    return again.status === 200
  })
})

test('whether there are steps to listen to is answered at once to who asks for the head', async () => {
  await using server = await startServer()
  const options = { method: 'HEAD', signal: AbortSignal.timeout(20_000) }
  const response = await fetch(`${server.baseUrl}/api/files/steps/${newStepsToken()}`, options)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/event-stream')
})

/** What has come so far of an answer that goes on. */
async function stillOpen(response: Response | undefined): Promise<string> {
  const reader = response?.body?.getReader()
  const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
  assert.ok(!done)
  await reader?.cancel()
  return new TextDecoder().decode(value)
}
