import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { test } from 'node:test'
import { ApiError } from '#client/api-error.ts'
import { type SeededRandom, seededRandom } from '#tests/fuzz/seeded-random.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'
import { anyone, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { until } from '#tests/support/transfers/transfers.ts'

const edits = thorough ? 1000 : 60
const HOUR = 60 * 60_000

type Link = {
  readonly id: string
  label: string | null
  limit: number | null
  downloads: number
  revoked: boolean
}

/** What the server should know of the transfer. */
type Model = {
  title: string | null
  description: string | null
  end: string
  deleteAfterDownload: boolean
  password: string | undefined
  readonly links: Link[]
  readonly files: { position: number; filename: string; size: number }[]
  /** Of the file that is added next: what is removed leaves its own empty. */
  nextPosition: number
  /** Changes that were taken. */
  changes: number
}

type Cast = {
  readonly server: TestServer
  readonly random: SeededRandom
  readonly model: Model
  readonly ref: string
  readonly headers: Record<string, string>
}
type Edit = (cast: Cast) => Promise<void>

const api = ({ server }: Cast) => anyone(server)

/** Makes a call that should be refused with `code`, or taken where that is undefined. @returns whether it was taken */
async function expect(call: Promise<unknown>, code: string | undefined): Promise<boolean> {
  const got = await call.then(
    () => undefined,
    (error: unknown) => (error instanceof ApiError ? error.code : Promise.reject(error)),
  )
  assert.equal(got, code)
  return code === undefined
}

const rename: Edit = async (cast) => {
  const { random, model, ref, headers } = cast
  const title = random.pick(['Plans', 'Pläne', 'Plans.zip', null])
  const description = random.pick([null, 'Have a look.', 'Zwei\nZeilen'])
  await api(cast).call('updateTransfer', { params: { ref }, headers, body: { title, description } })
  Object.assign(model, { title, description, changes: model.changes + 1 })
}

const move: Edit = async (cast) => {
  const { server, random, model, ref, headers } = cast
  const end = new Date(
    server.clock.now() + random.pick([HOUR, 5 * HOUR, 24 * HOUR, 25 * HOUR, -HOUR]),
  ).toISOString()
  const ahead = Date.parse(end) - server.clock.now()
  const code = ahead < 0 ? 'VALIDATION_ERROR' : ahead > 24 * HOUR ? 'PRO_SUBSCRIPTION_REQUIRED' : undefined
  const call = api(cast).call('updateTransfer', { params: { ref }, headers, body: { expiresAt: end } })
  if (await expect(call, code)) Object.assign(model, { end, changes: model.changes + 1 })
}

const limit: Edit = async (cast) => {
  const { random, model, ref, headers } = cast
  const downloadLimit = random.pick([null, 1, 3, 1000])
  const [main] = model.links
  assert.ok(main)
  const code = model.deleteAfterDownload && downloadLimit !== 1 ? 'VALIDATION_ERROR' : undefined
  const call = api(cast).call('updateTransfer', { params: { ref }, headers, body: { downloadLimit } })
  if (!(await expect(call, code))) return
  if (!model.deleteAfterDownload) main.limit = downloadLimit
  model.changes += 1
}

const toggleDeletion: Edit = async (cast) => {
  const { model, ref, headers } = cast
  const deleteAfterDownload = !model.deleteAfterDownload
  await api(cast).call('updateTransfer', { params: { ref }, headers, body: { deleteAfterDownload } })
  if (deleteAfterDownload) for (const link of model.links) link.limit = link.downloads + 1
  Object.assign(model, { deleteAfterDownload, changes: model.changes + 1 })
}

const addLink: Edit = async (cast) => {
  const { random, model, ref, headers } = cast
  const [label, wanted] = [random.pick(['Ines', null]), random.pick([null, 1, 2])]
  const code = model.deleteAfterDownload && wanted === 2 ? 'VALIDATION_ERROR' : undefined
  const call = api(cast).call('addLink', { params: { ref }, headers, body: { label, downloadLimit: wanted } })
  if (!(await expect(call, code))) return
  const { link } = await call
  const given = model.deleteAfterDownload ? 1 : wanted
  model.links.push({ id: link.id, label, limit: given, downloads: 0, revoked: false })
  model.changes += 1
}

const changeLink: Edit = async (cast) => {
  const { random, model, ref, headers } = cast
  const link = model.links[random.below(model.links.length)]
  assert.ok(link)
  const label = random.pick(['Jonas', null])
  const call = api(cast).call('updateLink', { params: { ref, id: link.id }, headers, body: { label } })
  if (!(await expect(call, link.revoked ? 'LINK_REVOKED' : undefined))) return
  link.label = label
  model.changes += 1
}

/** Never the main link, so that there is something to download, and none where the transfer might end with it. */
const revoke: Edit = async (cast) => {
  const { random, model, ref, headers } = cast
  const link = model.links[1 + random.below(model.links.length)]
  if (!link || model.deleteAfterDownload) return
  await api(cast).call('revokeLink', { params: { ref, id: link.id }, headers })
  link.revoked = true
  model.changes += 1
}

const changePassword: Edit = async (cast) => {
  const { random, model, ref, headers } = cast
  const next = random.pick([null, 'one', 'two'])
  const change = { next, ...(model.password !== undefined && { current: model.password }) }
  await api(cast).call('changeTransferPassword', { params: { ref }, headers, body: change })
  if (next !== null || model.password !== undefined) model.changes += 1
  model.password = next ?? undefined
}

const addFile: Edit = async ({ server, random, model, ref, headers }) => {
  if (model.files.length >= 5) return
  const [filename, size] = [random.pick(['a.txt', 'b.txt']), random.below(100_000)]
  const body = new FormData()
  if (model.password !== undefined) body.append('password', model.password)
  body.append('file', new Blob([new Uint8Array(size)]), filename)
  const answer = await fetch(`${server.baseUrl}/api/transfers/${ref}/files`, {
    method: 'POST',
    body,
    headers,
  })
  assert.equal(answer.status, 201, await answer.text())
  model.files.push({ position: model.nextPosition, filename, size })
  model.nextPosition += 1
  model.changes += 1
}

const removeFile: Edit = async (cast) => {
  const { random, model, ref, headers } = cast
  const file = model.files[random.below(model.files.length)]
  if (!file || model.files.length === 1) return
  const params = { ref, position: String(file.position) }
  await api(cast).call('removeTransferFile', { params, headers })
  model.files.splice(model.files.indexOf(file), 1)
  model.changes += 1
}

const download: Edit = async (cast) => {
  const { server, random, model } = cast
  const link = model.links[random.below(model.links.length)]
  if (!link || model.deleteAfterDownload) return
  const isUsedUp = link.limit !== null && link.downloads >= link.limit
  const code = link.revoked ? 'LINK_REVOKED' : isUsedUp ? 'LINK_USED_UP' : undefined
  const body = model.password === undefined ? {} : { password: model.password }
  const call = api(cast).call('downloadTicket', { params: { id: link.id }, body })
  if (!(await expect(call, code))) return
  const answer = await fetch(server.baseUrl + (await call).url)
  assert.equal(answer.status, 200)
  const got = await answer.arrayBuffer()
  if (model.files.length === 1) assert.equal(got.byteLength, model.files[0]?.size)
  link.downloads += 1
  await until(async () =>
    (await managed(cast)).links.some(({ id, downloads }) => id === link.id && downloads === link.downloads),
  )
}

async function managed(cast: Cast) {
  const { ref, headers } = cast
  return (await api(cast).call('managedTransfer', { params: { ref }, headers })).transfer
}

async function assertAsModelled(cast: Cast): Promise<void> {
  const { model } = cast
  const transfer = await managed(cast)
  assert.partialDeepStrictEqual(transfer, {
    title: model.title,
    description: model.description,
    expiresAt: model.end,
    deleteAfterDownload: model.deleteAfterDownload,
    passwordProtected: model.password !== undefined,
    version: 1 + model.changes,
    size: model.files.reduce((sum, { size }) => sum + size, 0),
    downloads: model.links.reduce((sum, { downloads }) => sum + downloads, 0),
  })
  assert.deepEqual(transfer.files, model.files)
  const links = transfer.links.map(({ id, label, downloadLimit, downloads, revokedAt }) => ({
    id,
    label,
    limit: downloadLimit,
    downloads,
    revoked: revokedAt !== null,
  }))
  const byId = (a: Link, b: Link) => (a.id < b.id ? -1 : 1)
  assert.deepEqual(links.toSorted(byId), model.links.toSorted(byId))
}

forEachDatabase('a transfer that is edited at random', ({ place }) => {
  test(`is what a model of it is, after each of ${edits} edits`, async (context) => {
    const seed = randomInt(2 ** 31)
    context.diagnostic(`seed ${seed}`)
    const random = seededRandom(seed)
    const environment = { RATE_LIMITS: 'off', UPLOADS_PER_HOUR: '1000000' }
    await using server = await startServer({ ...(await place()), environment })
    server.clock.freeze()
    const sent = await sendTransfer(server, new Uint8Array(1000), { filename: 'first.txt' })
    const model: Model = {
      title: null,
      description: null,
      end: sent.reply.file.expiresAt,
      deleteAfterDownload: false,
      password: undefined,
      links: [{ id: sent.linkId, label: null, limit: null, downloads: 0, revoked: false }],
      files: [{ position: 0, filename: 'first.txt', size: 1000 }],
      nextPosition: 1,
      changes: 0,
    }
    const cast = { server, random, model, ref: sent.ref, headers: sent.headers }
    for (let made = 0; made < edits; made += 1) {
      const choices = [
        rename,
        move,
        limit,
        toggleDeletion,
        addLink,
        changeLink,
        revoke,
        changePassword,
      ] as const
      await random.pick([...choices, addFile, removeFile, download])(cast)
      await assertAsModelled(cast)
    }
  })
})
