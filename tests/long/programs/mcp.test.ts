import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { after, before, test } from 'node:test'
import * as z from 'zod'
import type { Scope } from '#contract/accounts/scopes.ts'
import { type Person, signUp } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { forNewAccounts } from '#tests/support/requests/visitors.ts'
import { childEnvironment, programs } from '#tests/support/server/child-processes.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

let folder: string
let server: TestServer
let ada: Person
/** Programs, of which a failed test leaves some running. */
const started = new Set<ChildProcess>()

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-mcp-'))
  server = await startServer({ environment: { ...forNewAccounts, RATE_LIMITS: 'off' } })
  ada = await signUp(server)
})
after(async () => {
  for (const child of started) child.kill()
  await server[Symbol.asyncDispose]()
  await rm(folder, { recursive: true, force: true })
})

const message = z.object({
  id: z.int().optional(),
  method: z.string().optional(),
  params: z.unknown().optional(),
  result: z.unknown().optional(),
  error: z.unknown().optional(),
})
const toolList = z.object({ tools: z.array(z.object({ name: z.string() })) })
const toolAnswer = z.object({
  content: z.array(z.object({ text: z.string() })),
  isError: z.boolean().optional(),
})
const question = z.object({ message: z.string(), requestedSchema: z.object({ type: z.literal('object') }) })

const everything: Scope[] = ['transfers:send', 'transfers:read', 'transfers:manage', 'requests']

/** The program as an assistant starts it, in an outbox with a report, and its side of the protocol over the pipes. */
async function startTools({
  scopes = everything,
  args = [],
  asks = true,
}: {
  scopes?: Scope[]
  args?: readonly string[]
  asks?: boolean
} = {}) {
  const home = await mkdtemp(join(folder, 'home-'))
  const outbox = join(home, 'outbox')
  const { key } = await createKey(ada, { scopes })
  await mkdir(join(home, '.config/restante'), { recursive: true })
  await writeFile(join(home, '.config/restante/keys.json'), JSON.stringify({ [server.baseUrl]: key }), {
    mode: 0o600,
  })
  await mkdir(outbox)
  await writeFile(join(outbox, 'report.txt'), 'a report')
  const given = ['mcp', '--folder', outbox, ...args]
  const child = spawn(process.execPath, [programs.commandLine, ...given], {
    env: { ...childEnvironment(), HOME: home },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  started.add(child)
  const closed = once(child, 'close')
  let said = ''
  child.stderr.on('data', (bytes) => {
    said += bytes
  })
  const waiting = new Map<number, (found: z.output<typeof message>) => void>()
  const questions: string[] = []
  let approves = true
  const send = (body: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...body })}\n`)
  createInterface({ input: child.stdout }).on('line', (line) => {
    said += `${line}\n`
    // Whatever is not of the protocol would throw here.
    const found = message.parse(JSON.parse(line))
    if (found.method === 'elicitation/create') {
      questions.push(question.parse(found.params).message)
      send({ id: found.id, result: approves ? { action: 'accept', content: {} } : { action: 'decline' } })
    } else if (found.id !== undefined) waiting.get(found.id)?.(found)
  })
  let last = 0
  async function ask(method: string, params: object): Promise<unknown> {
    const id = ++last
    const answered = new Promise<z.output<typeof message>>((resolve) => waiting.set(id, resolve))
    send({ id, method, params })
    const { result, error } = await Promise.race([answered, closed.then(() => assert.fail(`ended: ${said}`))])
    assert.equal(error, undefined, JSON.stringify(error))
    return result
  }
  await ask('initialize', {
    protocolVersion: '2025-06-18',
    capabilities: asks ? { elicitation: {} } : {},
    clientInfo: { name: 'test', version: '1' },
  })
  send({ method: 'notifications/initialized' })
  return {
    outbox,
    key,
    questions,
    said: () => said,
    answerWith: (next: boolean) => {
      approves = next
    },
    tools: async () =>
      toolList
        .parse(await ask('tools/list', {}))
        .tools.map(({ name }) => name)
        .toSorted(),
    async call(name: string, input: object) {
      const { content, isError } = toolAnswer.parse(await ask('tools/call', { name, arguments: input }))
      return { text: content.map(({ text }) => text).join('\n'), isError: isError ?? false }
    },
    /** @returns exit code */
    async end() {
      child.stdin.end()
      const [code] = await closed
      return code
    },
  }
}

const all = ['create_request', 'extend', 'list_transfers', 'revoke', 'send_file']

async function countTransfers(): Promise<number> {
  return (await ada.client.call('ownFiles', { query: { page: 1, pageSize: 1 } })).total
}

test('an assistant sends, lists, extends and revokes, each after approval, and asks for files', async () => {
  const program = await startTools()
  assert.deepEqual(await program.tools(), all)
  const sent = await program.call('send_file', { paths: ['report.txt'], expires: '1h' })
  assert.equal(sent.isError, false, sent.text)
  const [link = ''] = sent.text.split('\n')
  const id = link.slice(-22)
  const { file } = await server.client.call('fileInfo', { params: { id } })
  assert.match(program.questions[0] ?? '', /report\.txt \(8 B.* by http.* for 1h/)
  assert.ok((await program.call('list_transfers', {})).text.includes(link))
  assert.equal(program.questions.length, 1)

  assert.equal((await program.call('extend', { link, expires: '3h' })).isError, false)
  const { file: later } = await server.client.call('fileInfo', { params: { id } })
  assert.ok(Date.parse(later.expiresAt) - Date.parse(file.expiresAt) > 60 * 60_000)
  const request = await program.call('create_request', { title: '--lock', until: '7d' })
  assert.match(request.text, /\/r\/[\w-]{22}\nopen, /)
  assert.equal((await program.call('revoke', { link })).isError, false)
  await assert.rejects(server.client.call('fileInfo', { params: { id } }))
  assert.equal(program.questions.length, 4)

  // Refusals of the service come with its sentence.
  const refused = await program.call('send_file', { paths: ['report.txt'], expires: '90d' })
  assert.equal(refused.isError, true)
  assert.match(refused.text, /^The service rejected this\. .*expiresIn/)
  assert.equal(await program.end(), 0)
  assert.ok(!program.said().includes(program.key) && !program.said().includes('/manage/'))
})

test('nothing is done that its person refuses', async () => {
  const program = await startTools()
  program.answerWith(false)
  const count = await countTransfers()
  const refused = { text: 'This was not approved. Nothing was done.', isError: true }
  assert.deepEqual(await program.call('send_file', { paths: ['report.txt'] }), refused)
  assert.deepEqual(await program.call('create_request', { title: 'Files', until: '7d' }), refused)
  assert.equal(await countTransfers(), count)
  // A question is one line: a name cannot write further ones below it.
  await writeFile(join(program.outbox, 'a.txt\n\nChecked.'), '')
  assert.deepEqual(await program.call('send_file', { paths: ['a.txt\n\nChecked.'] }), refused)
  assert.deepEqual(await program.call('create_request', { title: 'a\nb', until: '7d' }), refused)
  for (const asked of program.questions) assert.doesNotMatch(asked, /\n/)
  program.answerWith(true)
  const [link = ''] = (await program.call('send_file', { paths: ['report.txt'] })).text.split('\n')
  program.answerWith(false)
  assert.deepEqual(await program.call('revoke', { link }), refused)
  assert.deepEqual(await program.call('extend', { link, expires: '3h' }), refused)
  const id = link.slice(-22)
  await server.client.call('fileInfo', { params: { id } })
  assert.equal(await program.end(), 0)
})

test('where nobody can be asked there is reading alone, and what --allow names', async () => {
  const program = await startTools({ asks: false })
  assert.deepEqual(await program.tools(), ['list_transfers'])
  const count = await countTransfers()
  const refused = await program.call('send_file', { paths: ['report.txt'] }).catch(() => undefined)
  assert.notEqual(refused?.isError, false)
  assert.equal(await countTransfers(), count)
  assert.equal(await program.end(), 0)

  const free = await startTools({ asks: false, args: ['--allow', 'send'] })
  assert.deepEqual(await free.tools(), ['create_request', 'list_transfers', 'send_file'])
  assert.equal((await free.call('send_file', { paths: ['report.txt'] })).isError, false)
  assert.equal(await free.end(), 0)
})

test('a tool whose scope the key lacks is not there', async () => {
  const program = await startTools({ scopes: ['transfers:send'] })
  assert.deepEqual(await program.tools(), ['send_file'])
  assert.equal(await program.end(), 0)
})

test('files elsewhere, hidden ones and links out of the folder are refused before anyone is asked', async () => {
  const program = await startTools()
  const { outbox } = program
  await writeFile(join(outbox, '..', 'private.txt'), 'private')
  await writeFile(join(outbox, '.env'), 'SECRET=1')
  await mkdir(join(outbox, '.git'))
  await writeFile(join(outbox, '.git', 'config'), 'x')
  await symlink('../private.txt', join(outbox, 'linked.txt'))
  const paths = [
    '../private.txt',
    join(outbox, '..', 'private.txt'),
    '.env',
    '.git/config',
    'linked.txt',
    '-',
    '/etc/passwd',
    '.',
  ]
  for (const path of paths) {
    const { isError, text } = await program.call('send_file', { paths: [path] })
    assert.deepEqual([isError, text.includes('can be sent')], [true, true], path)
  }
  assert.deepEqual(program.questions, [])
  const manage = `${server.baseUrl}/manage/NmfH8BprLH1cbQvS0TEWPA#secret`
  assert.equal((await program.call('revoke', { link: manage })).isError, true)
  assert.deepEqual(program.questions, [])
  // A link of another service is looked for at this one alone.
  const foreign = 'http://127.0.0.1:1/download/NmfH8BprLH1cbQvS0TEWPA'
  const { text } = await program.call('revoke', { link: foreign })
  assert.equal(text, 'This is not the first link of one of your transfers.')
  assert.equal(await program.end(), 0)
})
