import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { open } from 'node:fs/promises'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { programs } from '#tests/support/server/child-processes.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'

/** Names the window, colours the rest, goes back to the start of the line, the same in one character, turns the direction. */
const hostile = '\x1b]0;owned\x07\x1b[31m\rred\x9b31m\u202e'

/** A service whose every answer is a failure with such a sentence. */
async function openHostileService() {
  const server = createServer((_, answer) => {
    const body = {
      success: false,
      error: 'Refused',
      message: `Gone ${hostile}`,
      code: 'FILE_EXPIRED',
      details: hostile,
    }
    answer.writeHead(410, { 'content-type': 'application/json' }).end(JSON.stringify(body))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address()
  assert.ok(address && typeof address === 'object')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    async [Symbol.asyncDispose]() {
      await once(server.close(), 'close')
    },
  }
}

test('what a service says moves no cursor and changes no terminal', async () => {
  await using service = await openHostileService()
  const args = ['download', `${service.origin}/download/NmfH8BprLH1cbQvS0TEWPA`]
  const { code, stdout, stderr } = await runCommand(args)
  assert.deepEqual([code, stdout], [1, ''])
  assert.match(stderr, /^Gone .*owned.*red.*\n$/)
  assert.doesNotMatch(stderr, /[^\P{Cc}\n]|\u202e/u)
  const forScript = await runForScript(args)
  assert.equal(forScript.answer.message, `Gone ${hostile} ${hostile}`)
  const { stdout: line } = await runCommand([...args, '--json'])
  assert.doesNotMatch(line, /[^\P{Cc}\n]|\u202e/u)
})

test('an output that nobody reads, or that has no room, ends the command without a stack', async () => {
  const child = spawn(process.execPath, [programs.commandLine, '--help'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  child.stdout.destroy()
  const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  assert.deepEqual([code, stderr], [1, ''])
  const full = await open('/dev/full', 'w')
  const other = spawn(process.execPath, [programs.commandLine, '--help'], {
    stdio: ['ignore', full.fd, 'pipe'],
  })
  assert.ok(other.stderr)
  const [said, [end]] = await Promise.all([text(other.stderr), once(other, 'close')])
  await full.close()
  assert.equal(end, 1)
  assert.match(said, /^ENOSPC[^\n]*\n$/)
})
