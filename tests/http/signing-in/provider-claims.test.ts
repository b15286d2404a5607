import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as z from 'zod'
import { signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startHostileProvider } from '#tests/support/oidc/hostile-provider.ts'
import { exchange, providerBrowser } from '#tests/support/oidc/provider-browser.ts'
import { startServer } from '#tests/support/server/server.ts'

type Rights = { isPro: boolean; storageLimit: number }

forEachDatabase('claims of a provider', ({ place }) => {
  for (const [what, option, claims, isPro] of [
    [
      'a name with colons',
      'https://files.example.eu/roles:pro',
      { 'https://files.example.eu/roles': ['pro'] },
      true,
    ],
    ['a value with colons', 'entitlement:urn:example:pro', { entitlement: 'urn:example:pro' }, true],
    ['a path', 'realm_access.roles:pro', { realm_access: { roles: ['pro'] } }, true],
    [
      'a path through a name with dots',
      'access.my.app.roles:pro',
      { access: { 'my.app': { roles: 'pro' } } },
      true,
    ],
    ['a name with dots before a path', 'a.b:pro', { 'a.b': 'other', a: { b: 'pro' } }, false],
    [
      'a list of objects',
      'groups:pro',
      {
        groups: [
          { id: '1', name: 'other' },
          { id: '2', name: 'pro' },
        ],
      },
      true,
    ],
    ['true as text', 'is_pro:true', { is_pro: '1' }, true],
    ['false as text', 'is_pro:true', { is_pro: 'false' }, false],
    ['a number', 'tier:2', { tier: 2 }, true],
    ['a name that every object has', 'constructor.name:Object', {}, false],
  ] as const)
    test(`are found by ${what}`, async () => {
      await using hostile = await startHostileProvider()
      const environment = {
        ...hostile.environment,
        OIDC_PRO_CLAIM: option,
        OIDC_QUOTA_CLAIM: 'limits.storage',
        RATE_LIMITS: 'off',
      }
      await using server = await startServer({ ...(await place()), environment })
      hostile.provider.userinfo = () => ({ ...claims, limits: { storage: '20 gb' } })
      const reply = await exchange(server, await providerBrowser(server).go())
      assert.ok('token' in reply)
      const rows = await server.services.database
        .selectFrom('users')
        .select(['is_pro', 'storage_limit'])
        .execute()
      const rights: Rights[] = rows.map((row) => ({
        isPro: row.is_pro === 1,
        storageLimit: row.storage_limit,
      }))
      assert.deepEqual(rights, [{ isPro, storageLimit: 20 * 1024 ** 3 }])
    })

  test('put people into groups, until a sign-in no longer says so', async () => {
    await using hostile = await startHostileProvider()
    const environment = { ...hostile.environment, OIDC_GROUPS_CLAIM: 'realm.roles', RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    const root = await signUpAdmin(server)
    const rules = { fileSize: { kind: 'most' as const, value: 1000 } }
    await root.client.call('createGroup', { body: { name: 'Legal', claims: ['law'], rules } })
    const enter = async (roles: unknown) => {
      hostile.provider.userinfo = () => ({ realm: { roles } })
      const reply = await exchange(server, await providerBrowser(server).go())
      assert.ok('token' in reply)
      const { token, user } = reply
      const { groups } = await root.client.call('userPolicy', { params: { id: user.id } })
      const headers = { authorization: `Bearer ${token}` }
      const response = await fetch(`${server.baseUrl}/api/users/export`, { headers })
      const { identities } = z
        .object({ identities: z.array(z.object({ groups: z.unknown() })) })
        .parse(await response.json())
      return [groups.map(({ id, name }) => name || id), identities[0]?.groups]
    }
    const long = 'x'.repeat(201)
    assert.deepEqual(await enter(['law', 7, long, 'law']), [['Legal', 'free'], ['law']])
    assert.deepEqual(await enter([{ id: '1', name: 'law' }]), [['Legal', 'free'], ['law']])
    assert.deepEqual(await enter({ law: {} }), [['Legal', 'free'], ['law']])
    assert.deepEqual(await enter('lawn'), [['free'], ['lawn']])
    assert.deepEqual(await enter(undefined), [['free'], []])
  })

  test('that no sign-in has carried are named to administrators, until one has', async () => {
    await using hostile = await startHostileProvider()
    const environment = {
      ...hostile.environment,
      OIDC_ADMIN_CLAIM: 'roles:admin',
      OIDC_PRO_CLAIM: 'groups:pro',
      RATE_LIMITS: 'off',
    }
    await using server = await startServer({ ...(await place()), environment })
    const root = await signUpAdmin(server)
    const missing = async () => (await root.client.call('adminSystem')).system.missingClaims
    const enter = async (claims: Record<string, unknown>) => {
      hostile.provider.userinfo = () => claims
      await exchange(server, await providerBrowser(server).go())
      return missing()
    }
    assert.deepEqual(await missing(), [])
    assert.deepEqual(await enter({}), ['OIDC_ADMIN_CLAIM', 'OIDC_PRO_CLAIM'])
    assert.deepEqual(await enter({ groups: [] }), ['OIDC_ADMIN_CLAIM'])
    assert.deepEqual(await enter({}), ['OIDC_ADMIN_CLAIM'])
    assert.deepEqual(await enter({ roles: ['other'] }), [])
    assert.deepEqual(await enter({}), [])
  })
})
