import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand } from '#tests/support/server/run-command.ts'
import { startServer } from '#tests/support/server/server.ts'
import { upload } from '#tests/support/transfers/transfers.ts'
import { uploadAddress } from '../../src/cli/transfers/named-address.ts'

async function listen(handle: RequestListener) {
  const server = createServer(handle)
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return {
    host: `127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await once(server.close(), 'close')
    },
  }
}

test('a download that the service sends to another host needs the name of that host', async () => {
  await using server = await startServer()
  const { id } = await upload(server.baseUrl, Buffer.from('hello'), {}, 'a.txt')
  const asked: string[] = []
  await using other = await listen((request, answer) => {
    asked.push(request.url ?? '')
    answer.writeHead(200, { 'content-length': 5 }).end('evil!')
  })
  // Answers as the service does, but for the address of the bytes.
  await using lying = await listen(async (request, answer) => {
    const body = request.method === 'POST' ? '{}' : null
    const headers = { 'content-type': 'application/json' }
    const real = await fetch(`${server.baseUrl}${request.url}`, {
      method: request.method ?? 'GET',
      headers,
      body,
    })
    const reply = await real.json()
    if ('url' in reply) reply.url = `http://${other.host}/bytes`
    answer.writeHead(real.status, headers).end(JSON.stringify(reply))
  })
  const into = await mkdtemp(join(tmpdir(), 'restante-hosts-'))
  try {
    const args = ['download', `http://${lying.host}/download/${id}`, '--output', into]
    const refused = await runCommand(args)
    assert.equal(refused.code, 2)
    assert.ok(refused.stderr.includes(`add --allow-host ${other.host}`), refused.stderr)
    assert.deepEqual([asked, await readdir(into)], [[], []])
    const allowed = await runCommand([...args, '--allow-host', other.host])
    assert.equal(allowed.code, 0, allowed.stderr)
    assert.equal(await readFile(join(into, 'a.txt'), 'utf8'), 'evil!')
  } finally {
    await rm(into, { recursive: true, force: true })
  }
})

test('an upload goes to the host that the service names over HTTPS, or to one that is allowed', () => {
  const service = 'https://files.example.eu'
  assert.equal(uploadAddress(null, service, undefined), service)
  assert.equal(uploadAddress('https://up.example.eu', service, undefined), 'https://up.example.eu')
  assert.equal(uploadAddress('http://127.0.0.1:4000', service, undefined), 'http://127.0.0.1:4000')
  assert.throws(
    () => uploadAddress('http://up.example.eu', service, undefined),
    /--allow-host up\.example\.eu/,
  )
  assert.throws(() => uploadAddress('http://files.example.eu', service, 'up.example.eu'), /--allow-host/)
  assert.equal(uploadAddress('http://up.example.eu', service, 'up.example.eu'), 'http://up.example.eu')
  assert.equal(uploadAddress('http://nas:4000', 'http://nas:3000', undefined), 'http://nas:4000')
})
