import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import type { Database } from '#server/platform/database/database.ts'
import { signUp } from '../accounts/accounts.ts'
import type { TestServer } from '../server/server.ts'
import type { startServerProcess } from '../server/server-process.ts'
import { anyone, sendTransfer } from '../transfers/managed-transfers.ts'
import { readZip } from '../transfers/read-zip.ts'
import { askTicket, codeOf, ticketUrl } from '../transfers/transfers.ts'
import { type Edit, edits, password, type Subject } from './rival-changes.ts'

const HOUR = 60 * 60_000
const firstPassword = 'written on a note'

/** An edit, and what the transfer has before it. */
type Kind = {
  readonly edit: Edit
  /** The file password before the edit, and after it. */
  readonly passwords?: readonly [string | undefined, string | undefined]
  readonly owner?: 'signs in' | 'owns'
  readonly files?: 2
}

function changePassword(next: string | null): Edit {
  return (server, { ref, headers }) =>
    anyone(server).call('changeTransferPassword', {
      params: { ref },
      headers,
      body: { current: firstPassword, next },
    })
}

/** Every kind of edit of a transfer with a second link. */
export const kinds: ReadonlyMap<string, Kind> = new Map<string, Kind>([
  ...Object.entries(edits).map(([name, edit]) => [name, { edit }] as const),
  ['set password', { edit: edits['set password'], passwords: [undefined, password] }],
  ['change password', { edit: changePassword(password), passwords: [firstPassword, password] }],
  ['remove password', { edit: changePassword(null), passwords: [firstPassword, undefined] }],
  ['remove file', { edit: edits['remove file'], files: 2 }],
  ['remove the last file', { edit: edits['remove file'] }],
  ['claim', { edit: edits.claim, owner: 'signs in' }],
  ['erase', { edit: edits.erase, owner: 'owns' }],
])

/** A transfer that is to be edited, and the bytes of its first file. */
export type Edited = Subject & { readonly name: string; readonly kind: Kind; readonly content: Buffer }

let people = 0

/** Sends a transfer for an edit, to a server that is another process. */
export async function prepareEdit(
  server: Awaited<ReturnType<typeof startServerProcess>>,
  name: string,
): Promise<Edited> {
  const kind = kinds.get(name)
  assert.ok(kind)
  people += 1
  const ada = kind.owner && (await signUp({ ...server, client: anyone(server) }, `ada${people}`))
  const headers = ada && kind.owner === 'owns' ? { authorization: `Bearer ${ada.token}` } : {}
  const [first] = kind.passwords ?? []
  const fields = { title: 'Plans', expiresIn: '1h', ...(first === undefined ? {} : { password: first }) }
  // More than goes into the database; what `add file` adds does.
  const content = randomBytes(70_000)
  const sent = await sendTransfer(server, content, { headers, fields })
  const call = { params: { ref: sent.ref }, headers: sent.headers, body: { label: 'for Jonas' } }
  const { link } = await anyone(server).call('addLink', call)
  const edited = { ...sent, ada, extra: link.id, name, kind, content }
  if (kind.files === 2) await edits['add file']({ ...server, clock: Date }, edited)
  return edited
}

/** All that an edit changes, without what differs between two transfers that were edited alike. */
export async function stateOf(database: Database, { ref, ada }: Edited) {
  const transfer = await database
    .selectFrom('transfers')
    .select(['title', 'message', 'name', 'name_folded', 'state', 'ended_as', 'version', 'size', 'file_count'])
    .select(['password_protected', 'delete_after_download', 'downloads', 'owner_id', 'created_at'])
    .select(['expires_at', 'sealed_life_key'])
    .where('id', '=', ref)
    .executeTakeFirstOrThrow()
  const { owner_id, created_at, expires_at, sealed_life_key, ...columns } = transfer
  const links = await database.selectFrom('links').selectAll().where('transfer_id', '=', ref).execute()
  const files = await database
    .selectFrom('files')
    .select(['position', 'filename', 'size'])
    .where('transfer_id', '=', ref)
    .orderBy('position')
    .execute()
  const slots = await database.selectFrom('slots').select('kind').where('transfer_id', '=', ref).execute()
  const events = await database
    .selectFrom('transfer_events')
    .select('kind')
    .where('transfer_id', '=', ref)
    .execute()
  const acts = await database.selectFrom('audit_log').select('act').where('subject_id', '=', ref).execute()
  const users =
    ada && (await database.selectFrom('users').select('id').where('id', '=', ada.user.id).execute())
  return {
    ...columns,
    owner: owner_id === null ? 'nobody' : owner_id === ada?.user.id ? 'ada' : 'another',
    hours: Math.round((expires_at - created_at) / HOUR),
    hasKey: sealed_life_key.length > 0,
    accounts: users?.length,
    links: links
      .map(({ kind, label, download_limit, revoked_at }) => [
        kind,
        label,
        download_limit,
        revoked_at !== null,
      ])
      .toSorted(),
    files,
    slots: slots.map(({ kind }) => kind),
    events: events.map(({ kind }) => kind).toSorted(),
    acts: acts.map(({ act }) => act).toSorted(),
  }
}
export type TransferState = Awaited<ReturnType<typeof stateOf>>

/** Expects that the links of a transfer open all of it, byte for byte, or say why not. */
export async function assertOpens(
  { baseUrl, services: { database } }: TestServer,
  { ref, kind, content }: Edited,
  { state, files }: TransferState,
  isAfter: boolean,
): Promise<void> {
  const [first, next] = kind.passwords ?? []
  const [given, other] = isAfter ? [next, first] : [first, next]
  const links = await database
    .selectFrom('links')
    .select(['id', 'revoked_at'])
    .where('transfer_id', '=', ref)
    .execute()
  assert.ok(links.length >= 2)
  for (const { id, revoked_at } of links) {
    const url = `${baseUrl}/api/download/${id}/file`
    if (state === 'ended' || revoked_at !== null) {
      const code = state === 'ended' ? 'FILE_DELETED' : 'LINK_REVOKED'
      assert.equal(await codeOf(await fetch(url), 410), code)
      continue
    }
    if (given !== undefined) {
      assert.equal(await codeOf(await fetch(url), 401), 'PASSWORD_REQUIRED')
      const refused = await askTicket(baseUrl, id, other ?? 'neither of them')
      assert.equal(await codeOf(refused, 403), 'INVALID_FILE_PASSWORD')
    }
    const answer = await fetch(given === undefined ? url : await ticketUrl(baseUrl, id, given))
    const bytes = Buffer.from(await answer.arrayBuffer())
    assert.equal(answer.status, 200, bytes.toString())
    const contents = new Map([
      ['plan.txt', content],
      ['another.txt', Buffer.from('another')],
    ])
    const sent = files.length === 1 ? [{ path: files[0]?.filename ?? '', content: bytes }] : readZip(bytes)
    assert.deepEqual(
      sent.map(({ path }) => path),
      files.map(({ filename }) => filename),
    )
    for (const file of sent) assert.ok(contents.get(file.path)?.equals(file.content), file.path)
  }
}

/** Sweeps until what was seen twice without a row is gone, and expects every blob to have its row, and every row its blob. */
export async function assertNoStrays({ clock, services, sweep }: TestServer): Promise<void> {
  const { database, blobs } = services
  await sweep()
  clock.advance(6 * 60_000)
  await sweep()
  const stored = await Array.fromAsync(blobs.default.list(clock.now() + HOUR))
  const rows = await database.selectFrom('blobs').select(['id', 'store', 'size']).execute()
  const inStore = rows.filter(({ store }) => store !== 'database')
  assert.deepEqual(stored.toSorted(), inStore.map(({ id }) => id).toSorted())
  for (const { id, size } of inStore) assert.equal(await blobs.default.size(id), size)
  const segments = await database
    .selectFrom('segments')
    .leftJoin('files', 'files.id', 'segments.file_id')
    .select(['segments.blob_id', 'files.id'])
    .execute()
  assert.ok(segments.every(({ id }) => id !== null))
  assert.deepEqual(segments.map(({ blob_id }) => blob_id).toSorted(), rows.map(({ id }) => id).toSorted())
}
