import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ApiError } from '#client/api-error.ts'
import { goodPassword, type Person, signUp } from '#tests/support/accounts/accounts.ts'
import { type DatabasePlace, forEachDatabase } from '#tests/support/databases/databases.ts'
import { eventsHandled } from '#tests/support/server/events-handled.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import { anyone, type SentTransfer, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { askTicket } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const rounds = thorough ? 100 : 1
const hello = Buffer.from('hello')
const password = 'told on the phone'

/** What two do at the same time, each at an instance of its own. */
type Subject = SentTransfer & {
  /** The owner, or who would like to be; nobody where no account takes part. */
  readonly ada: Person | undefined
  /** A second link. */
  readonly extra: string
}
type Action = (server: TestServer, subject: Subject) => Promise<unknown>

function signedIn(person: Person | undefined) {
  assert.ok(person)
  return person.client
}

const actions = {
  extend: (server, { ref, headers }) =>
    anyone(server).call('updateTransfer', {
      params: { ref },
      headers,
      body: { expiresAt: new Date(server.clock.now() + 10 * HOUR).toISOString() },
    }),
  shorten: (server, { ref, headers }) =>
    anyone(server).call('updateTransfer', {
      params: { ref },
      headers,
      body: { expiresAt: new Date(server.clock.now() + 60_000).toISOString() },
    }),
  rename: (server, { ref, headers }) =>
    anyone(server).call('updateTransfer', {
      params: { ref },
      headers,
      body: { title: 'New', description: 'Now' },
    }),
  limit: (server, { ref, headers }) =>
    anyone(server).call('updateTransfer', { params: { ref }, headers, body: { downloadLimit: 2 } }),
  'set password': (server, { ref, headers }) =>
    anyone(server).call('changeTransferPassword', { params: { ref }, headers, body: { next: password } }),
  'add link': (server, { ref, headers }) =>
    anyone(server).call('addLink', { params: { ref }, headers, body: { label: 'more' } }),
  'change link': (server, { ref, headers, extra }) =>
    anyone(server).call('updateLink', { params: { ref, id: extra }, headers, body: { label: 'another' } }),
  revoke: (server, { ref, headers, extra }) =>
    anyone(server).call('revokeLink', { params: { ref, id: extra }, headers }),
  'add file': async (server, { ref, headers }) => {
    const body = new FormData()
    body.append('file', new Blob(['another']), 'another.txt')
    const answer = await fetch(`${server.baseUrl}/api/transfers/${ref}/files`, {
      method: 'POST',
      body,
      headers,
    })
    const text = await answer.text()
    if (answer.status !== 201) throw new ApiError({ ...JSON.parse(text), status: answer.status })
  },
  'remove file': (server, { ref, headers }) =>
    anyone(server).call('removeTransferFile', { params: { ref, position: '0' }, headers }),
  delete: (server, { ref, headers }) => anyone(server).call('deleteTransfer', { params: { ref }, headers }),
  download: async (server, { linkId }) => {
    const answer = await fetch(`${server.baseUrl}/api/download/${linkId}/file`)
    const text = await answer.text()
    if (answer.status !== 200) throw new ApiError({ ...JSON.parse(text), status: answer.status })
  },
  claim: (_server, { ref, token, ada }) =>
    signedIn(ada).call('claimTransfer', {
      params: { ref },
      body: { manageToken: token, keepManageLink: true },
    }),
  erase: (_server, { ada }) => signedIn(ada).call('eraseAccount', { body: { password: goodPassword } }),
  sweep: (server) => server.sweep(),
} as const satisfies Record<string, Action>

type Name = keyof typeof actions
const names = Object.keys(actions) as Name[]
const pairs = names.flatMap((one, at) => names.slice(at).map((other) => [one, other] as const))

/** What may stand in the way of an action that comes second. */
const losing = new Set([
  ...[
    'CHANGED_MEANWHILE',
    'FILE_DELETED',
    'FILE_EXPIRED',
    'TRANSFER_DISABLED',
    'ALREADY_OWNED',
    'LINK_REVOKED',
  ],
  ...['INVALID_TOKEN', 'PASSWORD_REQUIRED', 'FILE_NOT_FOUND', 'WRONG_PASSWORD'],
])

let people = 0

/** A transfer with a second link: a guest's where it is to be claimed, else of an account of its own. */
async function prepare(server: TestServer, pair: readonly Name[]): Promise<Subject> {
  people += 1
  const [claims, erases] = [pair.includes('claim'), pair.includes('erase')]
  const ada = claims || erases ? await signUp(server, `ada${people}`) : undefined
  const headers = ada && !claims ? { authorization: `Bearer ${ada.token}` } : {}
  const sent = await sendTransfer(server, hello, { headers, fields: { expiresIn: '1h' } })
  const body = {}
  const { link } = await anyone(server).call('addLink', {
    params: { ref: sent.ref },
    headers: sent.headers,
    body,
  })
  return { ...sent, ada, extra: link.id }
}

/** Expects that a transfer is either whole or ended, and nothing between. */
async function assertSound(server: TestServer, { ref, linkId }: Subject, context: string): Promise<void> {
  const { database } = server.services
  const transfer = await database
    .selectFrom('transfers')
    .selectAll()
    .where('id', '=', ref)
    .executeTakeFirstOrThrow()
  const slots = await database.selectFrom('slots').selectAll().where('transfer_id', '=', ref).execute()
  if (transfer.state === 'ended') {
    assert.deepEqual([transfer.sealed_life_key.length, slots.length, transfer.name], [0, 0, ''], context)
    return
  }
  assert.equal(slots.length, 1, context)
  assert.equal(transfer.password_protected, slots[0]?.kind === 'password' ? 1 : 0, context)
  const files = await database.selectFrom('files').select('size').where('transfer_id', '=', ref).execute()
  assert.equal(
    transfer.size,
    files.reduce((sum, { size }) => sum + size, 0),
    context,
  )
  const ticket = await askTicket(
    server.baseUrl,
    linkId,
    transfer.password_protected === 1 ? password : undefined,
  )
  const text = await ticket.text()
  assert.equal(ticket.status, 201, `${context}: ${text}`)
  const { file } = await anyone(server).call('fileInfo', { params: { id: linkId } })
  const answer = await fetch(server.baseUrl + JSON.parse(text).url)
  assert.equal((await answer.arrayBuffer()).byteLength, file.size, context)
}

async function runPair(one: TestServer, two: TestServer, pair: readonly [Name, Name]): Promise<void> {
  const context = pair.join(' and ')
  const subject = await prepare(one, pair)
  // The sweep is at the very end, by its clock, while the other has a moment left.
  const ahead = Date.parse(subject.reply.file.expiresAt) - one.clock.now()
  const sweeps = pair.includes('sweep')
  if (sweeps) {
    one.clock.advance(ahead - 1)
    two.clock.advance(ahead)
  }
  const [first, second] = pair
  const results = await Promise.allSettled([
    actions[first](first === 'sweep' ? two : one, subject),
    actions[second](two === one || second !== 'sweep' ? (sweeps ? one : two) : two, subject),
  ])
  for (const [at, result] of results.entries()) {
    if (result.status === 'fulfilled') continue
    const { reason } = result
    assert.ok(reason instanceof ApiError && losing.has(reason.code), `${context}: ${pair[at]} ${reason}`)
  }
  assert.ok(
    results.some(({ status }) => status === 'fulfilled'),
    `${context}: one of them wins`,
  )
  await assertSound(one, subject, context)
  if (sweeps) {
    one.clock.advance(1 - ahead)
    two.clock.advance(-ahead)
  }
}

async function startTwo(at: DatabasePlace): Promise<[TestServer, TestServer]> {
  const environment = { RATE_LIMITS: 'off', UPLOADS_PER_HOUR: '1000000' }
  const [one, two] = [await startServer({ ...at, environment }), await startServer({ ...at, environment })]
  one.clock.freeze()
  two.clock.freeze()
  // Both show the same time from here on.
  two.clock.advance(one.clock.now() - two.clock.now())
  return [one, two]
}

forEachDatabase('two changes of a transfer at once', ({ place }) => {
  for (const first of names) {
    test(`${first}, and every other, leave it whole or ended`, async () => {
      const [one, two] = await startTwo(await place())
      try {
        for (const pair of pairs.filter(([name]) => name === first))
          for (let round = 0; round < rounds; round += 1) await runPair(one, two, pair)
        await eventsHandled(one.services)
      } finally {
        await two[Symbol.asyncDispose]()
        await one[Symbol.asyncDispose]()
      }
    })
  }
})
