import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { goodPassword } from '#tests/support/accounts/accounts.ts'
import { type Member, startIdentityProvider } from '#tests/support/oidc/identity-provider.ts'
import { exchange, providerBrowser } from '#tests/support/oidc/provider-browser.ts'
import { startServer } from '#tests/support/server/server.ts'

const roles = 'urn:zitadel:iam:org:project:roles'
const tested = { email: 'ada@example.org', preferred_username: 'ada' }

/** Answers of providers about an administrator, and the options that docs/signing-in.md gives for each. */
const recipes: Record<
  string,
  { member: Omit<Member, 'sub'>; options: Record<string, string>; isAdmin: boolean }
> = {
  Keycloak: {
    member: {
      ...tested,
      email_verified: true,
      realm_access: { roles: ['offline_access', 'restante-admins'] },
    },
    options: { OIDC_ADMIN_CLAIM: 'realm_access.roles:restante-admins' },
    isAdmin: true,
  },
  'Keycloak with full paths of groups': {
    member: { ...tested, email_verified: true, groups: ['/staff/restante-admins'] },
    options: { OIDC_ADMIN_CLAIM: 'groups:/staff/restante-admins' },
    isAdmin: true,
  },
  Authentik: {
    member: { ...tested, email_verified: true, groups: ['authentik Admins', 'restante-admins'] },
    options: { OIDC_ADMIN_CLAIM: 'groups:restante-admins' },
    isAdmin: true,
  },
  Authelia: {
    member: { ...tested, email_verified: true, groups: ['restante-admins'] },
    options: { OIDC_ADMIN_CLAIM: 'groups:restante-admins' },
    isAdmin: true,
  },
  'Pocket ID': {
    member: { ...tested, email_verified: true, groups: 'restante-admins' },
    options: { OIDC_ADMIN_CLAIM: 'groups:restante-admins' },
    isAdmin: true,
  },
  Zitadel: {
    member: {
      ...tested,
      preferred_username: 'ada@example.org',
      email_verified: true,
      [roles]: { 'restante-admins': { '270000000000000001': 'example.org' } },
    },
    options: { OIDC_ADMIN_CLAIM: `${roles}:restante-admins` },
    isAdmin: true,
  },
  'Entra ID': {
    member: { ...tested, preferred_username: 'ada@example.org', roles: ['restante-admins'] },
    options: { OIDC_ADMIN_CLAIM: 'roles:restante-admins', OIDC_TRUST_EMAIL: 'on' },
    isAdmin: true,
  },
  Google: {
    member: { email: 'ada@example.org', email_verified: true, hd: 'example.org', name: 'Ada' },
    options: {},
    isAdmin: false,
  },
}

describe('recipes for providers', () => {
  for (const [name, { member, options, isAdmin }] of Object.entries(recipes))
    test(`${name} signs people of a mail domain in, with their roles`, async () => {
      await using provider = await startIdentityProvider({ further: ['realm_access', 'roles', 'hd', roles] })
      provider.state.member = { sub: 'a1', ...member }
      const environment = { ...provider.environment, ...options, OIDC_SIGN_UP: 'example.org' }
      await using server = await startServer({ environment })
      // An account needs an administrator before it, or stays the first.
      await createUser(server.services, {
        username: 'root',
        email: 'root@example.net',
        password: goodPassword,
        isAdmin: true,
      })
      const reply = await exchange(server, await providerBrowser(server).go())
      assert.ok('token' in reply, JSON.stringify(reply))
      assert.deepEqual([reply.user.username, reply.user.isAdmin], ['ada', isAdmin])
    })

  test('an address is trusted where its provider says nothing of addresses, never against its word, for no administrator', async () => {
    await using provider = await startIdentityProvider()
    const trusting = {
      ...provider.environment,
      OIDC_TRUST_EMAIL: 'on',
      OIDC_LINK_VERIFIED_EMAIL: 'on',
      RATE_LIMITS: 'off',
    }
    await using server = await startServer({ environment: trusting })
    for (const [username, isAdmin] of [
      ['ada', false],
      ['root', true],
    ] as const)
      await createUser(server.services, {
        username,
        email: `${username}@example.org`,
        password: goodPassword,
        isAdmin,
        emailVerified: true,
      })
    const enter = async (member: Member) => {
      provider.state.member = member
      const reply = await exchange(server, await providerBrowser(server).go())
      return 'token' in reply ? reply.user.username : 'connect' in reply && 'connect'
    }
    assert.equal(await enter({ sub: 'no', email: 'ada@example.org', email_verified: false }), 'connect')
    assert.equal(await enter({ sub: 'root', email: 'root@example.org' }), 'connect')
    assert.equal(await enter({ sub: 'ada', email: 'ada@example.org' }), 'ada')
    await using careful = await startServer({ environment: { ...trusting, OIDC_TRUST_EMAIL: 'off' } })
    await createUser(careful.services, {
      username: 'ada',
      email: 'ada@example.org',
      password: goodPassword,
      emailVerified: true,
    })
    const reply = await exchange(careful, await providerBrowser(careful).go())
    assert.ok('connect' in reply)
  })
})
