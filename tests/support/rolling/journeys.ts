import assert from 'node:assert/strict'
import { createHash, randomBytes, randomInt } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ApiError } from '#client/api-error.ts'
import { multipartBody, newBoundary } from '#client/multipart-body.ts'
import type { UploadReply } from '#contract/transfers/files.ts'
import { opened } from '#tests/support/accounts/accounts.ts'
import { rollingTime } from '#tests/support/server/thoroughness.ts'
import { metadata, tus } from '#tests/support/transfers/resumable-uploads.ts'
import type { Caller } from './caller.ts'

const KIB = 1024
const MIB = 1024 * KIB
/** A large file, in bytes. Thousands are sent to a store that keeps 4 GB in memory, on a fast machine several times as many. */
const large = rollingTime > 120_000 ? 384 * KIB : 1 * MIB

/** Results that the service has acknowledged. */
export type Acknowledged = {
  /** Files by their id, with the SHA-256 of their content. */
  readonly files: Map<string, string>
  /** Recipients of mails that were taken over. */
  readonly mailed: string[]
  /** Tickets of one-time links that have served no complete copy yet, because connections broke. */
  readonly unserved: { readonly urls: readonly string[]; readonly hash: string }[]
}

/** Actions of one person, from the beginning to the end. */
export type Journey = (caller: Caller, acknowledged: Acknowledged) => Promise<void>

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

async function uploadForm(
  { insist, fetchWhole }: Caller,
  bytes: Buffer<ArrayBuffer>,
  fields: Readonly<Record<string, string>> = {},
): Promise<UploadReply['file']> {
  const { contentType, head, tail } = multipartBody(
    Object.entries(fields).map(([name, value]) => ({ name, value })),
    [{ name: 'file', file: new File([bytes], 'file.bin'), filename: 'file.bin' }],
    newBoundary(),
  )
  const body = new Uint8Array(await new Blob([...head, ...tail]).arrayBuffer())
  const headers = { 'content-type': contentType, 'content-length': String(body.length) }
  const reply = await insist(() => fetchWhole('/api/files/upload', { method: 'POST', headers, body }))
  const { file }: UploadReply = JSON.parse(reply.body.toString())
  return file
}

/** Fetches a file whole, by a ticket. */
export async function fetchFile({ client, insist, fetchWhole }: Caller, id: string): Promise<string> {
  const ticket = await insist(() => client.call('downloadTicket', { params: { id }, body: {} }))
  const { body } = await insist(() => fetchWhole(ticket.url))
  return hashOf(body)
}

/** The main job: a file goes up, is looked at, told of by mail and comes down. */
export const sendAndFetch: Journey = async (caller, { files, mailed }) => {
  const { client, insist } = caller
  const bytes = randomBytes([2 * KIB, 200 * KIB, large][randomInt(3)] ?? KIB)
  const file = await uploadForm(caller, bytes)
  files.set(file.id, hashOf(bytes))
  const info = await insist(() => client.call('fileInfo', { params: { id: file.id } }))
  assert.equal(info.file.size, bytes.length)
  const recipientEmail = await insist(async () => {
    // A new recipient for each try: one whose answer was lost may have been accepted.
    const to = `${randomBytes(8).toString('hex')}@example.org`
    await client.call('sendEmail', { body: { recipientEmail: to, downloadLink: file.downloadUrl } })
    return to
  })
  mailed.push(recipientEmail)
  assert.equal(await fetchFile(caller, file.id), hashOf(bytes))
}

/** A resumable upload, whose chunks go to any instance. Bytes that were acknowledged are never taken back. */
export const sendInChunks: Journey = async (caller, { files }) => {
  const { insist, fetchWhole } = caller
  const bytes = randomBytes(large)
  const headers = {
    ...tus,
    'upload-length': String(bytes.length),
    'upload-metadata': metadata({ filename: 'a.bin' }),
  }
  const created = await insist(() => fetchWhole('/api/files/resumable', { method: 'POST', headers }))
  const path = created.headers.get('location') ?? ''
  let offset = 0
  while (offset < bytes.length) {
    const least = offset
    offset = await insist(async () => {
      const at = await offsetOf(caller, path)
      assert.ok(at >= least, `${at} bytes are left of ${least}`)
      if (at === bytes.length) return at
      const chunk = bytes.subarray(at, at + large / 3)
      const sent = { ...tus, 'upload-offset': String(at), 'content-type': 'application/offset+octet-stream' }
      const length = { 'content-length': String(chunk.length) }
      const answer = await fetchWhole(path, { method: 'PATCH', headers: { ...sent, ...length }, body: chunk })
      return Number(answer.headers.get('upload-offset'))
    })
  }
  const id = path.split('/').at(-1) ?? ''
  const { file } = await insist(() => resultOf(caller, id))
  files.set(file.id, hashOf(bytes))
  assert.equal(await fetchFile(caller, file.id), hashOf(bytes))
}

async function offsetOf({ fetchWhole }: Caller, path: string): Promise<number> {
  const { headers } = await fetchWhole(path, { method: 'HEAD', headers: tus })
  return Number(headers.get('upload-offset'))
}

async function resultOf({ client }: Caller, id: string) {
  for (;;) {
    try {
      return await client.call('resumableResult', { params: { id } })
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'UPLOAD_NOT_FINISHED') throw error
      await pause(500)
    }
  }
}

/** A file that is deleted after one download: of several who want it at once no more than one gets it. */
export const fetchOnce: Journey = async (caller, { unserved }) => {
  const bytes = randomBytes(300 * KIB)
  const { id } = await uploadForm(caller, bytes, { deleteAfterDownload: 'true' })
  const { client, insist, fetchWhole } = caller
  const urls: string[] = []
  for (let count = 0; count < 3; count += 1) {
    const { url } = await insist(() => client.call('downloadTicket', { params: { id }, body: {} }))
    urls.push(url)
  }
  const fetched = await Promise.all(
    urls.map(async (url) => {
      try {
        const { body } = await insist(() => fetchWhole(url))
        assert.equal(hashOf(body), hashOf(bytes))
        return url
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        assert.ok(
          ['DOWNLOAD_BUSY', 'LINK_USED_UP', 'FILE_DELETED', 'INVALID_TICKET'].includes(error.code),
          error.code,
        )
        return undefined
      }
    }),
  )
  const whole = fetched.filter((url) => url !== undefined).length
  assert.ok(whole <= 1, `${whole} have a file that only one may have`)
  if (whole === 0) unserved.push({ urls, hash: hashOf(bytes) })
}

/** Someone signs up, in, goes on with the session, and out: from then on no instance takes the token. */
export const signInAndOut: Journey = async ({ client, clientWith, insist }) => {
  const username = `p${randomBytes(6).toString('hex')}`
  const password = 'correct horse battery staple'
  await insist(() =>
    client
      .call('register', { body: { username, email: `${username}@example.org`, password } })
      // The answer to the first try was lost.
      .catch((error: unknown) => {
        if (!(error instanceof ApiError) || error.code !== 'USERNAME_TAKEN') throw error
      }),
  )
  const first = opened(await insist(() => client.call('login', { body: { username, password } })))
  const me = await insist(() => clientWith(first.token).call('currentUser'))
  assert.equal(me.user.username, username)
  const body = { refreshToken: first.refreshToken }
  const second = await insist(() => client.call('refresh', { body }))
  // Another tab asks at the same time.
  assert.equal((await insist(() => client.call('refresh', { body }))).token, second.token)
  await insist(() => clientWith(second.token).call('currentUser'))
  await insist(() => client.call('logout', { body: { refreshToken: second.refreshToken } }))
  for (let count = 0; count < 3; count += 1)
    await assert.rejects(
      insist(() => clientWith(second.token).call('currentUser')),
      { code: 'INVALID_TOKEN' },
    )
}

/**
 * Wrong passwords are counted together, whichever instance is asked, and no restart forgets them: after five the next has to
 * wait a second, then two, four and so on.
 */
export const guessPasswords: Journey = async ({ client, insist }) => {
  const username = `guessed${randomBytes(6).toString('hex')}`
  const codes: string[] = []
  const startedAt = performance.now()
  for (let count = 0; count < 9; count += 1) {
    const body = { username, password: `wrong ${count}` }
    const guess = insist(() => client.call('login', { body }))
    const error: unknown = await guess.catch((reason: unknown) => reason)
    assert.ok(error instanceof ApiError, 'a guess was right')
    codes.push(error.code)
  }
  const seconds = (performance.now() - startedAt) / 1000
  const taken = codes.filter((code) => code === 'INVALID_CREDENTIALS').length
  assert.ok(taken <= 5 + Math.log2(seconds + 1), `${codes.join()} in ${seconds} seconds`)
  for (const code of codes) assert.ok(['INVALID_CREDENTIALS', 'RATE_LIMITED'].includes(code), code)
}
