import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sendFileAs, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { startServer } from '#tests/support/server/server.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

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
