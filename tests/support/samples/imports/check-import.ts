import assert from 'node:assert/strict'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { DatabasePlace } from '#tests/support/databases/databases.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import type { TestServer } from '#tests/support/server/server.ts'
import { readZip } from '#tests/support/transfers/read-zip.ts'
import { ticketUrl } from '#tests/support/transfers/transfers.ts'

/** A share of another service, and what has to become of it. */
export type ExpectedShare = {
  /** Its name in the report. */
  readonly id: string
  /** Its addresses there. */
  readonly paths: readonly string[]
  readonly expected: {
    /** Files that come, by name or path; none for a share that does not. */
    readonly files: readonly { readonly name: string; readonly bytes: Uint8Array }[]
    readonly password?: string
    readonly downloadsLeft?: number
    readonly title?: string
    readonly message?: string
    readonly hasNoOldLink?: boolean
    readonly note?: RegExp
    /** Whether a dry run, which reads no content, says that it would come. */
    readonly comesDry?: boolean
  }
}

export function importFrom(place: DatabasePlace, source: string, folder: string, ...options: string[]) {
  return runForScript(['import', source, folder, ...options], { place })
}

/** Target of an old address; undefined where it is 404. */
export async function follow({ baseUrl }: TestServer, path: string): Promise<string | undefined> {
  const answer = await fetch(baseUrl + path, { redirect: 'manual' })
  if (answer.status === 404) return undefined
  assert.equal(answer.status, 302, path)
  return answer.headers.get('location') ?? ''
}

/** The id of the link that the old addresses of a share lead to; undefined where they are 404. */
export async function linkOf(server: TestServer, { paths }: ExpectedShare): Promise<string | undefined> {
  const targets = new Set<string | undefined>()
  for (const path of paths) targets.add(await follow(server, path))
  assert.equal(targets.size, 1, paths.join())
  const [target] = targets
  return target?.split('/').at(-1)
}

/** Downloads what a share became, and compares it with what it was. */
export async function assertCame(server: TestServer, share: ExpectedShare): Promise<void> {
  const { files, password, downloadsLeft, title, message, hasNoOldLink } = share.expected
  const link = await linkOf(server, share)
  if (files.length === 0 || hasNoOldLink) return assert.equal(link, undefined, share.id)
  assert.ok(link, share.id)
  const { file } = await server.client.call('fileInfo', { params: { id: link } })
  assert.equal(file.downloadsLeft, downloadsLeft, share.id)
  assert.equal(file.passwordProtected, password !== undefined, share.id)
  if (title !== undefined) assert.equal(file.title, title, share.id)
  if (message !== undefined) assert.equal(file.description, message, share.id)
  const answer = await fetch(await ticketUrl(server.baseUrl, link, password))
  const bytes = Buffer.from(await answer.arrayBuffer())
  const [only] = files
  if (files.length === 1)
    return assert.deepEqual([file.filename, bytes], [only?.name, Buffer.from(only?.bytes ?? [])])
  assert.deepEqual(
    readZip(bytes).map(({ path, content }) => [path, content]),
    files.map(({ name, bytes: content }) => [name, Buffer.from(content)]),
  )
}

export async function countTransfers({ services: { database } }: TestServer): Promise<number> {
  const { count } = await database
    .selectFrom('transfers')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

type Wanted = {
  readonly place: DatabasePlace
  readonly source: string
  readonly folder: string
  readonly options?: readonly string[]
  readonly shares: readonly ExpectedShare[]
  /** How many come of them, and how many do not. */
  readonly people: readonly [number, number]
  readonly requests: readonly [number, number]
}

/** Imports beside a server: first dry, then twice. Everything has to come once, and as it was. */
export async function assertImportsOnce(server: TestServer, wanted: Wanted): Promise<void> {
  const { place, source, folder, shares, options = [] } = wanted
  const coming = shares.filter(({ expected }) => expected.files.length > 0).length
  const tally = ([imported, refused]: readonly [number, number]) => ({ imported, before: 0, refused })
  const late = shares.filter(({ expected }) => expected.comesDry).length
  const counts = (unread: number) => ({
    people: tally(wanted.people),
    requests: tally(wanted.requests),
    transfers: tally([coming + unread, shares.length - coming - unread]),
  })
  const report = join(place.dataDir, 'report.csv')
  const run = (...more: string[]) => importFrom(place, source, folder, ...options, ...more)
  const countsOf = ({ people, requests, transfers }: Record<string, unknown>) => ({
    people,
    requests,
    transfers,
  })

  const dry = await run('--dry-run', '--report', report)
  assert.deepEqual([dry.code, countsOf(dry.answer)], [4, counts(late)])
  assert.equal(await countTransfers(server), 0)
  assert.equal((await stat(report)).mode & 0o777, 0o600)

  const first = await run('--report', report)
  assert.deepEqual([first.code, countsOf(first.answer)], [4, counts(0)])
  const lines = (await readFile(report, 'utf8')).split('\r\n')
  assert.equal(
    lines.length,
    2 + shares.length + [...wanted.people, ...wanted.requests].reduce((a, b) => a + b),
  )
  for (const share of shares) {
    await assertCame(server, share)
    const line = lines.find((one) => one.includes(`,${share.id},`)) ?? ''
    assert.match(line, share.expected.files.length > 0 ? /,imported,/ : /,not imported,/)
    if (share.expected.note) assert.match(line, share.expected.note)
  }
  const second = await run()
  assert.deepEqual(second.answer.transfers, { imported: 0, before: coming, refused: shares.length - coming })
  assert.deepEqual(second.answer.people, { imported: 0, before: wanted.people[0], refused: wanted.people[1] })
  assert.equal(await countTransfers(server), coming)
}
