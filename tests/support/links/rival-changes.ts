import assert from 'node:assert/strict'
import { ApiError } from '#client/api-error.ts'
import { goodPassword, type Person, signUp } from '#tests/support/accounts/accounts.ts'
import type { TestClock, TestServer } from '#tests/support/server/server.ts'
import { anyone, type SentTransfer, sendTransfer } from '../transfers/managed-transfers.ts'
import { ticketUrl, until } from '../transfers/transfers.ts'

const HOUR = 60 * 60_000
const hello = Buffer.from('hello')
/** Password that `set password` gives a transfer. */
export const password = 'told on the phone'

/** Transfer that two callers change at the same time, each at an instance of its own. */
export type Subject = SentTransfer & {
  /** The owner, or the person who wants to become it; undefined if no account takes part. */
  readonly ada: Person | undefined
  /** A second link. */
  readonly extra: string
}
/** A server, of this process or another, and what the time is there. */
type EditedServer = Pick<TestServer, 'baseUrl'> & { readonly clock: Pick<TestClock, 'now'> }
/** Changes a transfer by a call. */
export type Edit = (server: EditedServer, subject: Subject) => Promise<unknown>
type Action = (server: TestServer, subject: Subject) => Promise<unknown>

function signedIn(person: Person | undefined) {
  assert.ok(person)
  return person.client
}

/** Every kind of change that a call makes. */
export const edits = {
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
  once: (server, { ref, headers }) =>
    anyone(server).call('updateTransfer', { params: { ref }, headers, body: { deleteAfterDownload: true } }),
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
  claim: (_server, { ref, token, ada }) =>
    signedIn(ada).call('claimTransfer', {
      params: { ref },
      body: { manageToken: token, keepManageLink: true },
    }),
  erase: (_server, { ada }) => signedIn(ada).call('eraseAccount', { body: { password: goodPassword } }),
} as const satisfies Record<string, Edit>

/** The sweep comes first: what other pairs leave behind would keep it busy. */
const actions = {
  sweep: (server) => server.sweep(),
  ...edits,
  download: async (server, { linkId }) => {
    const answer = await fetch(`${server.baseUrl}/api/download/${linkId}/file`)
    const text = await answer.text()
    if (answer.status !== 200) throw new ApiError({ ...JSON.parse(text), status: answer.status })
  },
} as const satisfies Record<string, Action>

type Pair = readonly [keyof typeof actions, keyof typeof actions]
const names = Object.keys(actions) as (keyof typeof actions)[]

/** Every change with itself and with every other. */
export const pairs: readonly Pair[] = names.flatMap((one, at) =>
  names.slice(at).map((other) => [one, other] as const),
)

/** Errors that an action may get when it comes second. */
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

/** Both clocks stand still, and show the same time between the pairs. */
type Servers = readonly [TestServer, TestServer]

let people = 0

function signUpNext(server: TestServer): Promise<Person> {
  people += 1
  return signUp(server, `ada${people}`)
}

/** One person claims all of them; each account that is erased has one of its own. */
async function prepareAll(server: TestServer, pair: Pair, count: number): Promise<Subject[]> {
  const [claims, erases] = [pair.includes('claim'), pair.includes('erase')]
  const claimer = claims && !erases ? await signUpNext(server) : undefined
  return Promise.all(
    Array.from({ length: count }, async () => {
      const ada = erases ? await signUpNext(server) : claimer
      return prepare(server, ada, { isGuests: claims || !ada, links: needsLink(pair) ? 2 : 1 })
    }),
  )
}

const needsLink = (pair: Pair) => pair.includes('change link') || pair.includes('revoke')

/** A transfer of a guest, or of `ada`; with a second link if need be. */
async function prepare(
  server: TestServer,
  ada: Person | undefined,
  { isGuests, links }: { isGuests: boolean; links: number },
): Promise<Subject> {
  const headers = ada && !isGuests ? { authorization: `Bearer ${ada.token}` } : {}
  const sent = await sendTransfer(server, hello, { headers, fields: { expiresIn: '1h' } })
  if (links === 1) return { ...sent, ada, extra: '' }
  const { link } = await anyone(server).call('addLink', {
    params: { ref: sent.ref },
    headers: sent.headers,
    body: {},
  })
  return { ...sent, ada, extra: link.id }
}

/** A transfer with its slots and files, by one statement: what follows a download may end it between two. */
function readWhole({ services: { database } }: TestServer, { ref }: Subject) {
  return database
    .selectFrom('transfers')
    .select(['state', 'sealed_life_key', 'name', 'password_protected', 'delete_after_download', 'size'])
    .select(({ selectFrom }) => {
      const slots = selectFrom('slots').where('transfer_id', '=', ref)
      const files = selectFrom('files').where('transfer_id', '=', ref)
      return [
        slots.select(({ fn }) => fn.countAll().as('n')).as('slots'),
        slots.select(({ fn }) => fn.min('kind').as('kind')).as('slot_kind'),
        files.select(({ fn }) => fn.countAll().as('n')).as('files'),
        files.select(({ fn }) => fn.sum('size').as('sum')).as('bytes'),
      ]
    })
    .where('id', '=', ref)
    .executeTakeFirstOrThrow()
}

/** Asks for a transfer; for one that is deleted after its download when a download before this one has been settled. */
async function openOnce(
  { baseUrl }: TestServer,
  { linkId }: Subject,
  isProtected: boolean,
  isOneTime: boolean,
): Promise<Response> {
  const open = async () =>
    fetch(isProtected ? await ticketUrl(baseUrl, linkId, password) : `${baseUrl}/api/download/${linkId}/file`)
  let answer = await open()
  await until(async () => {
    if (!isOneTime || answer.status !== 409) return true
    await answer.body?.cancel()
    answer = await open()
    return false
  })
  return answer
}

/** Expects that a transfer is either whole or ended, and nothing between. */
async function assertSound(server: TestServer, subject: Subject, context: string): Promise<void> {
  const transfer = await readWhole(server, subject)
  const [slots, files, size] = [Number(transfer.slots), Number(transfer.files), Number(transfer.bytes)]
  if (transfer.state === 'ended') {
    assert.deepEqual([transfer.sealed_life_key.length, slots, transfer.name], [0, 0, ''], context)
    return
  }
  assert.equal(slots, 1, context)
  const isProtected = transfer.password_protected === 1
  assert.equal(isProtected, transfer.slot_kind === 'password', context)
  assert.equal(transfer.size, size, context)
  const isOneTime = transfer.delete_after_download === 1
  const answer = await openOnce(server, subject, isProtected, isOneTime)
  const bytes = Buffer.from(await answer.arrayBuffer())
  if (isOneTime && answer.status === 410) return
  assert.equal(answer.status, 200, `${context}: ${bytes}`)
  // Several files come as one ZIP, as they are.
  if (files === 1) assert.equal(bytes.length, size, context)
  else assert.ok(bytes.length > size && bytes.subarray(0, 2).toString() === 'PK', context)
}

async function runOnce([one, two]: Servers, pair: Pair, subject: Subject): Promise<void> {
  const context = pair.join(' and ')
  const [first, second] = pair
  const results = await Promise.allSettled([actions[first](one, subject), actions[second](two, subject)])
  for (const [at, result] of results.entries()) {
    if (result.status === 'fulfilled') continue
    const { reason } = result
    assert.ok(reason instanceof ApiError, `${context}: ${pair[at]} ${reason}`)
    // A transfer that is deleted after its download has a limit already.
    const isLimited = reason.code === 'VALIDATION_ERROR' && pair[at] === 'limit' && pair.includes('once')
    assert.ok(isLimited || losing.has(reason.code), `${context}: ${pair[at]} ${reason}`)
  }
  assert.ok(
    results.some(({ status }) => status === 'fulfilled'),
    `${context}: one of them wins`,
  )
  await assertSound(pair[0] === 'sweep' ? two : one, subject, context)
}

/** A server at which whatever asks for a sweep shares one. */
function sweptOnce(server: TestServer): TestServer {
  let swept: Promise<void> | undefined
  return { ...server, sweep: () => (swept ??= server.sweep()) }
}

/**
 * Makes two changes at the same time, the one at the server `one` and the other at `two`, of `count` transfers at once,
 * each of which must be whole or ended then.
 */
export async function runPair([one, two]: Servers, pair: Pair, count: number): Promise<void> {
  const subjects = await prepareAll(one, pair, count)
  const [end = 0, ...others] = new Set(subjects.map(({ reply }) => Date.parse(reply.file.expiresAt)))
  assert.equal(others.length, 0)
  // The sweep is at the end already, by its clock, while the other has a moment left.
  const ahead = pair[0] === 'sweep' ? end - one.clock.now() : 0
  const left = pair[1] === 'sweep' ? 0 : Math.min(ahead, 1)
  one.clock.advance(ahead)
  two.clock.advance(ahead - left)
  const servers = [sweptOnce(one), sweptOnce(two)] as const
  await Promise.all(subjects.map((subject) => runOnce(servers, pair, subject)))
  one.clock.advance(-ahead)
  two.clock.advance(left - ahead)
}
