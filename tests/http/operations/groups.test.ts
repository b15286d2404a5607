import assert from 'node:assert/strict'
import { test } from 'node:test'
import { groupLimits, type Rules } from '#contract/operations/groups/groups.ts'
import { uploadReply } from '#contract/transfers/files.ts'
import { defaultStorageLimit } from '#contract/transfers/limits.ts'
import { sendFileAs, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import {
  askRequestTicket,
  forNewAccounts,
  makeRequest,
  sendVisit,
  visit,
} from '#tests/support/requests/visitors.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { anyone, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { createUpload, patchUpload } from '#tests/support/transfers/resumable-uploads.ts'
import { forEveryone, seal, sendSealed } from '#tests/support/transfers/sealed/sealed-transfers.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const HOUR = 60 * 60_000
const hello = Buffer.from('hello')
const always = (value: number) => ({ kind: 'always' as const, value })

test('a group by domain counts only an address that is theirs, and decides within the whole service', async () => {
  await using server = await startServer()
  const admin = await signUpAdmin(server)
  const ada = await signUp(server, 'ada')
  const { id } = ada.user
  const domain = ada.user.email.split('@').at(-1) ?? ''
  const policy = async () => {
    const { groups, policy: lines } = await admin.client.call('userPolicy', { params: { id } })
    return { groups: groups.map((one) => one.id), file: lines.find(({ rule }) => rule === 'fileSize') }
  }
  const rules = { fileSize: { kind: 'most' as const, value: 3000 } }
  const { group } = await admin.client.call('createGroup', {
    body: { name: 'Legal', domains: [domain], rules },
  })
  // Anybody can type an address.
  assert.deepEqual((await policy()).groups, ['free'])
  await admin.client.call('updateGroup', { params: { id: group.id }, body: { members: [id] } })
  const joined = await policy()
  assert.deepEqual(joined.groups, [group.id, 'free'])
  assert.deepEqual([joined.file?.value, joined.file?.level], [3000, group.id])
  assert.equal((await ada.client.call('config')).limits.fileSize.free, 3000)

  await admin.client.call('updateGroup', {
    params: { id: 'instance' },
    body: { rules: { fileSize: always(1000), storage: always(1500) } },
  })
  assert.equal((await ada.client.call('profile')).user.storageLimit, 1500)
  const { user } = await admin.client.call('adminUser', { params: { id } })
  assert.deepEqual([user.storageAllowed, user.storageLimit], [1500, defaultStorageLimit])
  const { users } = await admin.client.call('adminUsers', { query: { search: 'ada' } })
  assert.deepEqual(
    users.map(({ storageAllowed }) => storageAllowed),
    [1500],
  )
  const bound = await policy()
  assert.deepEqual([bound.file?.value, bound.file?.level], [1000, 'instance'])
  const large = await sendFileAs(server, ada.token, 'large.txt', { bytes: 1001 })
  assert.equal(await codeOf(large, 413), 'FILE_TOO_LARGE')

  const again = { name: 'legal', domains: [], claims: [], members: [], rules: {} }
  await assert.rejects(admin.client.call('createGroup', { body: again }), { code: 'GROUP_EXISTS' })
  const contradicting = {
    endToEnd: { kind: 'always' as const, value: 'always' as const },
    types: { kind: 'most' as const, value: ['pdf'] },
  }
  await assert.rejects(
    admin.client.call('updateGroup', { params: { id: group.id }, body: { rules: contradicting } }),
    { code: 'RULES_CONTRADICT', details: 'types, endToEnd' },
  )
  await admin.client.call('deleteGroup', { params: { id: group.id } })
  assert.deepEqual((await policy()).groups, ['free'])
  await assert.rejects(admin.client.call('deleteGroup', { params: { id: 'pro' } }), { code: 'GROUP_STAYS' })
})

forEachDatabase('rules of a group', ({ place }) => {
  test('hold for limits of links that are there, for new ones and for their ends', async () => {
    await using server = await startServer(await place())
    const { admin, ada, rule } = await people(server)
    const headers = { authorization: `Bearer ${ada.token}` }
    const params = { ref: (await sendTransfer(server, hello, { headers })).ref }
    await rule({ downloadLimit: { kind: 'most', value: 5 }, longestLife: { kind: 'most', value: '2h' } })
    const set = (downloadLimit: number | null) =>
      ada.client.call('updateTransfer', { params, body: { downloadLimit } })
    await assert.rejects(set(6), { code: 'RULE_FORBIDS', details: 'downloadLimit: from 1 to 5' })
    await assert.rejects(set(null), { code: 'RULE_FORBIDS' })
    // An administrator who manages it is bound by the rules of its owner.
    await assert.rejects(admin.client.call('updateTransfer', { params, body: { downloadLimit: 6 } }), {
      code: 'RULE_FORBIDS',
    })
    await set(4)
    const { link } = await ada.client.call('addLink', { params, body: {} })
    assert.equal(link.downloadLimit, 5)
    await assert.rejects(ada.client.call('addLink', { params, body: { downloadLimit: null } }), {
      code: 'RULE_FORBIDS',
    })
    await assert.rejects(
      ada.client.call('updateLink', { params: { ...params, id: link.id }, body: { downloadLimit: 9 } }),
      { code: 'RULE_FORBIDS' },
    )
    const ahead = (hours: number) => new Date(server.clock.now() + hours * HOUR).toISOString()
    await assert.rejects(ada.client.call('updateTransfer', { params, body: { expiresAt: ahead(13) } }), {
      code: 'RULE_FORBIDS',
    })
    await assert.rejects(ada.client.call('updateTransfer', { params, body: { expiresAt: ahead(99_999) } }), {
      code: 'VALIDATION_ERROR',
    })
    await rule({ downloadLimit: { kind: 'default', value: 3 } })
    const limitOf = async (fields: Record<string, string>) => {
      const { ref } = await sendTransfer(server, hello, { headers, fields })
      const { transfer } = await ada.client.call('managedTransfer', { params: { ref } })
      return transfer.links[0]?.downloadLimit
    }
    assert.equal(await limitOf({}), 3)
    assert.equal(await limitOf({ downloadLimit: 'none' }), null)
    assert.equal(await limitOf({ deleteAfterDownload: 'true' }), 1)
    await rule({ downloadLimit: { kind: 'least', value: 3 } })
    assert.equal(await limitOf({}), null)
    assert.equal(await limitOf({ downloadLimit: '3' }), 3)
    for (const body of [{ downloadLimit: 2 }, { deleteAfterDownload: true }])
      await assert.rejects(ada.client.call('updateTransfer', { params, body }), {
        code: 'RULE_FORBIDS',
        details: 'downloadLimit: from 3 to 1000',
      })
  })

  test('about recipients hold for a link that is mailed afterwards, by whomever', async () => {
    await using server = await startServer(await place())
    const { admin, ada, rule } = await people(server)
    const headers = { authorization: `Bearer ${ada.token}` }
    const { reply } = await sendTransfer(server, hello, { headers })
    const { downloadUrl: downloadLink } = reply.file
    const mail = (person: Pick<typeof ada, 'client'>, recipientEmail: string) =>
      person.client.call('sendEmail', { body: { recipientEmail, downloadLink } })
    const visitor = { client: anyone(server) }
    await rule({ recipientDomains: { kind: 'most', value: ['example.eu'] }, recipients: always(1) })
    for (const person of [ada, admin, visitor])
      await assert.rejects(mail(person, 'b@example.org'), {
        code: 'RULE_FORBIDS',
        details: 'emails: only at example.eu',
      })
    await mail(visitor, 'b@EXAMPLE.eu')
    await assert.rejects(mail(ada, 'c@example.eu'), {
      code: 'RULE_FORBIDS',
      details: 'recipients: at most 1',
    })
    await rule({ recipientCode: { kind: 'always', value: 'required' } })
    await assert.rejects(mail(ada, 'b@example.eu'), { code: 'RULE_FORBIDS' })
    await rule({})
    await mail(ada, 'b@example.org')
  })

  test('on limits of downloads hold for what is sent, sealed or not, and /config says them', async () => {
    await using server = await startServer({ ...(await place()), environment: forEveryone })
    const { ada, rule } = await people(server)
    const headers = { authorization: `Bearer ${ada.token}` }
    const ways = [
      (fields: Record<string, string>) => sendPlain(server, fields, headers),
      async (fields: Record<string, string>) => sendSealed(server, await seal(), fields, { headers }),
    ]
    const limitOf = async (answer: Response) => {
      const text = await answer.text()
      assert.equal(answer.status, 201, text)
      const { ref } = uploadReply.parse(JSON.parse(text)).transfer
      const { transfer } = await ada.client.call('managedTransfer', { params: { ref } })
      return transfer.links[0]?.downloadLimit
    }
    for (const send of ways) {
      await rule({ downloadLimit: { kind: 'most', value: 1000 } })
      assert.equal(await codeOf(await send({ downloadLimit: 'none' }), 403), 'RULE_FORBIDS')
      assert.equal(await limitOf(await send({})), 1000)
      await rule({ downloadLimit: { kind: 'least', value: 3 } })
      for (const fields of [{ downloadLimit: '2' }, { deleteAfterDownload: 'true' }])
        assert.equal(await codeOf(await send(fields), 403), 'RULE_FORBIDS', JSON.stringify(fields))
      assert.equal(await limitOf(await send({ downloadLimit: 'none' })), null)
    }
    const { rules } = await ada.client.call('config')
    assert.deepEqual(rules?.downloadLimit, { usual: null, least: 3, most: 1000, required: false })
    assert.deepEqual(rules?.set, ['downloadLimit'])
  })

  test('belong to groups with a name of one line and an order that may be written again', async () => {
    await using server = await startServer(await place())
    const { admin, ada, rule } = await people(server)
    const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' }
    const post = (path: string, body: unknown) =>
      fetch(`${server.baseUrl}/api${path}`, { method: 'POST', headers, body: JSON.stringify(body) })
    for (const body of [
      { name: 'a\0b' },
      { name: 'a\nb' },
      { name: '\u202ea' },
      { name: 'A', claims: ['\0'] },
    ])
      assert.equal(await codeOf(await post('/admin/groups', body), 400), 'BAD_REQUEST', JSON.stringify(body))
    const invited = await post('/admin/invitations', { email: 'new@example.org', group: '\0' })
    assert.equal(await codeOf(invited, 400), 'BAD_REQUEST')
    assert.equal(await codeOf(await post('/auth/passkeys/options', { username: 'a\0b' }), 400), 'BAD_REQUEST')
    for (const path of ['/admin/groups/%00', `/admin/groups/${'a'.repeat(41)}`]) {
      const gone = await fetch(`${server.baseUrl}/api${path}`, {
        method: 'DELETE',
        headers: { authorization: headers.authorization },
      })
      assert.equal(await codeOf(gone, 404), 'GROUP_NOT_FOUND')
    }
    const created = await post('/admin/groups', { name: 'Top', priority: groupLimits.priority })
    assert.equal(created.status, 201)
    const { group } = await admin.client.call('createGroup', { body: { name: 'Above' } })
    await admin.client.call('updateGroup', {
      params: { id: group.id },
      body: { priority: group.priority },
    })
    await rule({ storage: always(1500) })
    const { groups } = await admin.client.call('groups')
    const members = groups.flatMap((one) => one.members)
    assert.deepEqual(
      members.map(({ username, storageAllowed }) => [username, storageAllowed]),
      [['ada', 1500]],
    )
    // Rules of a person who may not sign in are explained, too.
    const { user } = await admin.client.call('adminUser', { params: { id: ada.user.id } })
    await admin.client.call('updateUser', { params: { id: user.id }, body: { ...user, isActive: false } })
    const { policy } = await admin.client.call('userPolicy', { params: { id: ada.user.id } })
    assert.equal(policy.find(({ rule: name }) => name === 'storage')?.value, 1500)
  })

  test('let an upload be no faster than they say, in one form and in chunks', async () => {
    await using server = await startServer(await place())
    const { ada, rule } = await people(server)
    await rule({ uploadSpeed: { kind: 'most', value: 128 * 1024 } })
    const bytes = 64 * 1024
    const took = async (work: Promise<Response>, status: number) => {
      const begun = performance.now()
      const answer = await work
      assert.equal(answer.status, status, await answer.text())
      return performance.now() - begun
    }
    assert.ok((await took(sendFileAs(server, ada.token, 'a.bin', { bytes }), 201)) > 450)
    const headers = { authorization: `Bearer ${ada.token}` }
    const url = await createUpload(server, bytes, {}, headers)
    assert.ok((await took(patchUpload(url, 0, new Uint8Array(bytes)), 204)) > 450)
  })

  test('of no API keys stop those that are there, and let none be made', async () => {
    await using server = await startServer(await place())
    const { ada, rule } = await people(server)
    const { key } = await createKey(ada)
    await rule({ apiKeys: { kind: 'most', value: 0 } })
    assert.equal(await codeOf(await sendFileAs(server, key, 'a.txt'), 403), 'RULE_FORBIDS')
    await assert.rejects(createKey(ada), { code: 'RULE_FORBIDS', details: 'apiKeys: none' })
    await rule({})
    assert.equal((await sendFileAs(server, key, 'a.txt')).status, 201)
  })

  test('that files are always end-to-end encrypted hold for files that are added, and for visitors', async () => {
    await using server = await startServer({ ...(await place()), environment: forNewAccounts })
    const { ada, rule } = await people(server)
    const headers = { authorization: `Bearer ${ada.token}` }
    const { ref } = await sendTransfer(server, hello, { headers })
    const { id } = await makeRequest(server, ada)
    const ticket = await visit(server, id)
    await rule({ endToEnd: { kind: 'always', value: 'always' } })
    assert.equal(await codeOf(await sendFileAs(server, ada.token, 'a.txt'), 403), 'RULE_FORBIDS')
    const body = new FormData()
    body.append('file', new Blob([hello]), 'second.txt')
    const added = await fetch(`${server.baseUrl}/api/transfers/${ref}/files`, {
      method: 'POST',
      body,
      headers,
    })
    assert.equal(await codeOf(added, 403), 'RULE_FORBIDS')
    assert.equal(await codeOf(await sendVisit(server, ticket), 410), 'REQUEST_CLOSED')
    assert.equal(await codeOf(await askRequestTicket(server, id), 410), 'REQUEST_CLOSED')
    const { request } = await anyone(server).call('publicRequest', { params: { id } })
    assert.equal(request.state, 'ended')
    await assert.rejects(makeRequest(server, ada), {
      code: 'RULE_FORBIDS',
      details: 'lock: has to be browser',
    })
    await rule({ filePassword: { kind: 'always', value: 'required' } })
    const add = (form: FormData) =>
      fetch(`${server.baseUrl}/api/transfers/${ref}/files`, { method: 'POST', body: form, headers })
    assert.equal(await codeOf(await add(body), 400), 'FILE_PASSWORD_REQUIRED')
    const next = 'a-file-password'
    await ada.client.call('changeTransferPassword', { params: { ref }, body: { next } })
    const withPassword = new FormData()
    withPassword.append('password', next)
    withPassword.append('file', new Blob([hello]), 'second.txt')
    assert.equal((await add(withPassword)).status, 201)
    // Types of sealed files cannot be read.
    await rule({ types: { kind: 'most', value: ['txt'] } })
    assert.equal((await ada.client.call('config')).endToEnd.allowed, false)
    assert.equal((await sendFileAs(server, ada.token, 'a.txt')).status, 201)
    // A request that could get nothing is not made.
    const onlyText = { code: 'RULE_FORBIDS', details: 'types: only txt' }
    await assert.rejects(makeRequest(server, ada, { types: ['pdf'] }), onlyText)
    await assert.rejects(
      ada.client.call('updateRequest', { params: { id }, body: { types: 'pictures' } }),
      onlyText,
    )
  })
})

function sendPlain(
  { baseUrl }: TestServer,
  fields: Readonly<Record<string, string>>,
  headers: Record<string, string>,
): Promise<Response> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  form.append('file', new Blob([hello]), 'a.txt')
  return fetch(`${baseUrl}/api/files/upload`, { method: 'POST', body: form, headers })
}

/** An administrator, and a person in a group whose rules the former sets. */
async function people(server: TestServer) {
  const admin = await signUpAdmin(server)
  const ada = await signUp(server, 'ada')
  const body = { name: 'Legal', members: [ada.user.id] }
  const { group } = await admin.client.call('createGroup', { body })
  const rule = (rules: Rules) =>
    admin.client.call('updateGroup', { params: { id: group.id }, body: { rules } })
  return { admin, ada, rule }
}
