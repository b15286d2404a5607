import assert from 'node:assert/strict'
import { test } from 'node:test'
import { defaultIdentity } from '#contract/operations/branding/identity.ts'
import { signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'

const own = { ...defaultIdentity, name: 'Example Transfer', startTitle: { de: 'Dateien senden' } }

forEachDatabase('settings and identity of a file', ({ place }) => {
  test('are those of another service, without its secrets and what belongs to it alone', async () => {
    await using one = await startServer(await place())
    const admin = await signUpAdmin(one)
    const changes = [
      { name: 'FREE_FILE_SIZE', from: '2GB', to: '10KB' },
      { name: 'OPERATOR_NAME', from: null, to: 'Example Ltd' },
      { name: 'SUPPORT_MAIL', from: null, to: 'help@example.eu' },
      { name: 'PUBLIC_URL', from: null, to: 'http://localhost:8080' },
    ]
    await admin.client.call('changeSettings', { body: { changes } })
    await admin.client.call('changeIdentity', { body: own })
    const ada = await signUp(one)
    const rules = { fileSize: { kind: 'most' as const, value: 2000 } }
    const { group } = await admin.client.call('createGroup', {
      body: { name: 'Legal', domains: ['example.eu'], claims: ['law'], members: [ada.user.id], rules },
    })
    await admin.client.call('updateGroup', { params: { id: 'guests' }, body: { rules } })
    const { success, ...file } = await admin.client.call('exportSettings')
    assert.ok(success)
    assert.deepEqual(file, {
      version: 1,
      settings: { FREE_FILE_SIZE: '10KB', OPERATOR_NAME: 'Example Ltd', SUPPORT_MAIL: 'help@example.eu' },
      identity: own,
      groups: [
        { id: group.id, name: 'Legal', priority: 1, domains: ['example.eu'], claims: ['law'], rules },
        { id: 'guests', name: '', priority: 0, domains: [], claims: [], rules },
      ],
    })

    await using other = await startServer({
      ...(await place()),
      environment: { SUPPORT_MAIL: 'desk@example.org' },
    })
    const root = await signUpAdmin(other)
    const grace = await signUp(other)
    const named = { name: 'legal', members: [grace.user.id] }
    const { group: here } = await root.client.call('createGroup', { body: named })
    const { skipped } = await root.client.call('importSettings', { body: file })
    assert.deepEqual(skipped, ['SUPPORT_MAIL'])
    const config = await other.client.call('config')
    assert.equal(config.limits.fileSize.free, 2000)
    const { groups } = await root.client.call('groups')
    assert.partialDeepStrictEqual(groups[0], {
      id: here.id,
      name: 'Legal',
      claims: ['law'],
      members: [{ id: grace.user.id }],
      rules,
    })
    assert.equal(config.operator?.name, 'Example Ltd')
    assert.equal(config.supportMail, 'desk@example.org')
    assert.equal((await other.client.call('brand')).brand.name, 'Example Transfer')
    const { entries } = await root.client.call('auditLog', { query: { filter: 'service' } })
    assert.deepEqual(entries.map(({ act }) => act).toSorted(), [
      'service.group-changed',
      'service.group-changed',
      'service.group-created',
      'service.identity-changed',
      'service.setting-changed',
      'service.setting-changed',
    ])
  })

  test('are taken back however long the own texts are, also from programs that escape all but ASCII', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const polish = Array.from({ length: 3 }, (_, at) => ({ title: `${at}`, text: 'ł'.repeat(20_000) }))
    const text = { version: '3', date: '2026-01-01', note: {}, sections: { pl: polish } }
    for (const page of ['terms', 'privacy'] as const)
      await admin.client.call('changeOwnTerms', { body: { ...text, page, publish: true } })
    const markdown = polish.map((section) => `## ${section.title}\n\n${section.text}\n`).join('\n')
    await admin.client.call('importOwnTerms', { body: { markdown, language: 'pl' } })
    const { success, ...file } = await admin.client.call('exportSettings')
    assert.ok(success)
    const answer = await fetch(`${server.baseUrl}/api/admin/settings/import`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(file).replaceAll('ł', '\\u0142'),
    })
    assert.equal(answer.status, 200, await answer.text())
  })

  test('are taken all together or not at all, and from administrators only', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const file = { version: 1 as const, settings: { FREE_FILE_SIZE: '10KB' }, identity: own }
    const take = (settings: Record<string, string>) =>
      admin.client.call('importSettings', { body: { ...file, settings: { ...file.settings, ...settings } } })
    await assert.rejects(take({ UPLOADS_PER_HOUR: 'many' }), { code: 'INVALID_SETTING' })
    const group = { id: '', name: '', priority: 1, domains: [], claims: [], rules: {} }
    await assert.rejects(
      admin.client.call('importSettings', {
        body: { ...file, groups: [{ ...group, name: 'Legal' }, group] },
      }),
      { code: 'BAD_REQUEST' },
    )
    // The environment of every server says where its data are; that makes no setting of it.
    for (const name of ['MASTER_KEYS', 'DATA_DIR'])
      await assert.rejects(take({ [name]: 'x' }), { code: 'INVALID_SETTING', details: name })
    const ada = await signUp(server)
    await assert.rejects(ada.client.call('importSettings', { body: file }), { code: 'FORBIDDEN' })
    await assert.rejects(ada.client.call('exportSettings'), { code: 'FORBIDDEN' })
    const { settings, identity, groups } = await admin.client.call('exportSettings')
    assert.deepEqual(
      { settings, identity, groups },
      { settings: {}, identity: defaultIdentity, groups: undefined },
    )
  })
})
