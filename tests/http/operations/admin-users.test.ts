import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { AdminUser } from '#contract/operations/admin.ts'
import {
  goodPassword,
  type Person,
  signIn,
  signUp,
  signUpAdmin,
  uploadAs,
} from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { holdCommits } from '#tests/support/databases/hold-commits.ts'
import { startServer } from '#tests/support/server/server.ts'

const GB = 1024 ** 3

/** The same account, as a change takes it. */
function sameAs({ username, email, isActive, isPro, storageLimit }: AdminUser) {
  return { username, email, isActive, isPro, storageLimit }
}

async function accountOf(admin: Person, username: string): Promise<AdminUser> {
  const { users } = await admin.client.call('adminUsers', { query: { search: username } })
  const [user] = users
  assert.ok(user)
  return user
}

forEachDatabase('the calls about users', ({ engine, place }) => {
  test('list people in pages of twenty, latest first, with search and filters', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    for (let number = 0; number < 24; number += 1) {
      server.clock.advance(1000)
      const username = `person-${String(number).padStart(2, '0')}`
      const body = { username, email: `p${number}@mail.example`, password: goodPassword, isPro: number < 3 }
      await admin.client.call('createUser', { body: { ...body, isActive: number !== 5 } })
    }
    const list = (query: Record<string, string | number>) => admin.client.call('adminUsers', { query })
    const first = await list({})
    assert.deepEqual([first.total, first.page, first.pageSize, first.users.length], [25, 1, 20, 20])
    assert.equal(first.users[0]?.username, 'person-23')
    assert.equal((await list({ page: 2 })).users.at(-1)?.username, 'root')
    assert.deepEqual((await list({ page: 3 })).users, [])
    assert.equal((await list({ pageSize: 1000 })).pageSize, 100)
    for (const [query, total] of [
      [{ search: 'PERSON-1' }, 10],
      [{ search: '@mail.EXAMPLE' }, 24],
      [{ search: 'person_1' }, 0],
      [{ search: 'nobody' }, 0],
      [{ filter: 'Pro' }, 3],
      [{ filter: 'inactive' }, 1],
      [{ filter: 'active' }, 24],
      [{ filter: 'pro', search: 'person-02' }, 1],
    ] as const) {
      assert.equal((await list(query)).total, total, JSON.stringify(query))
    }
    await assert.rejects(list({ filter: 'gone' }), { code: 'BAD_REQUEST' })
  })

  test('make a user whose password is good for nothing but setting another', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const body = { username: 'grace', email: 'grace@example.org', password: goodPassword }
    const { user } = await admin.client.call('createUser', { body })
    assert.partialDeepStrictEqual(user, {
      isActive: true,
      isPro: false,
      isAdmin: false,
      storageLimit: 2 * GB,
      storageUsed: 0,
      storageUsagePercent: 0,
      mustChangePassword: true,
      signedInAt: null,
    })
    const grace = await signIn(server, 'grace')
    await assert.rejects(grace.client.call('profile'), { code: 'PASSWORD_CHANGE_REQUIRED', status: 403 })
    const newPassword = 'a password of my own'
    await grace.client.call('changePassword', { body: { currentPassword: goodPassword, newPassword } })
    await grace.client.call('profile')
    for (const [change, code] of [
      [{ username: 'GRACE' }, 'USERNAME_TAKEN'],
      [{ username: 'other' }, 'EMAIL_TAKEN'],
      [{ username: 'x' }, 'INVALID_USERNAME'],
      [{ username: 'other', email: 'nowhere' }, 'INVALID_EMAIL'],
      [{ username: 'other', email: 'o@example.org', password: 'short' }, 'PASSWORD_TOO_SHORT'],
      [{ username: 'other', email: 'o@example.org', storageLimit: -1 }, 'BAD_REQUEST'],
    ] as const) {
      await assert.rejects(admin.client.call('createUser', { body: { ...body, ...change } }), { code })
    }
  })

  test('show and change a user', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const ada = await signUp(server)
    await uploadAs(server, ada.token, 'a.txt', { bytes: 300 })
    const params = { id: ada.user.id }
    const { user } = await admin.client.call('adminUser', { params })
    assert.equal(user.storageUsed, 300)
    const body = { ...sameAs(user), username: 'ada-l', isPro: true, storageLimit: 200 }
    const changed = (await admin.client.call('updateUser', { params, body })).user
    assert.partialDeepStrictEqual(changed, {
      username: 'ada-l',
      isPro: true,
      isAdmin: false,
      storageLimit: 200,
      storageUsed: 300,
      storageUsagePercent: 150,
    })
    assert.equal((await ada.client.call('currentUser')).user.isPro, true)
    const [entry] = (await admin.client.call('auditLog', { query: { filter: 'user' } })).entries
    assert.deepEqual(entry?.details, { usernameChanged: true, isPro: true, storageLimit: 200 })
    for (const [change, code] of [
      [{ username: 'Root' }, 'USERNAME_TAKEN'],
      [{ email: 'ROOT@example.org' }, 'EMAIL_TAKEN'],
      [{ username: '' }, 'INVALID_USERNAME'],
    ] as const) {
      const wrong = { ...sameAs(changed), ...change }
      await assert.rejects(admin.client.call('updateUser', { params, body: wrong }), { code })
    }
    for (const id of ['A'.repeat(22), 'x']) {
      await assert.rejects(admin.client.call('adminUser', { params: { id } }), { code: 'USER_NOT_FOUND' })
      await assert.rejects(admin.client.call('updateUser', { params: { id }, body: sameAs(user) }), {
        code: 'USER_NOT_FOUND',
      })
      await assert.rejects(admin.client.call('deleteUser', { params: { id } }), { code: 'USER_NOT_FOUND' })
    }
  })

  test('put a disabled user out at once, and let an enabled one in again', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const ada = await signUp(server)
    const user = await accountOf(admin, 'ada')
    const params = { id: user.id }
    await admin.client.call('updateUser', { params, body: { ...sameAs(user), isActive: false } })
    await assert.rejects(ada.client.call('currentUser'), { code: 'INVALID_TOKEN' })
    const body = { refreshToken: ada.refreshToken }
    await assert.rejects(server.client.call('refresh', { body }), { code: 'INVALID_TOKEN' })
    await assert.rejects(signIn(server, 'ada'), { code: 'ACCOUNT_DISABLED' })
    await admin.client.call('updateUser', { params, body: sameAs(user) })
    // What was open before stays closed.
    await assert.rejects(ada.client.call('currentUser'), { code: 'INVALID_TOKEN' })
    await signIn(server, 'ada')
  })

  test('take the admin area from a demoted administrator at once', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const second = await signUpAdmin(server, 'second')
    await second.client.call('adminDashboard')
    const user = await accountOf(admin, 'second')
    assert.equal(user.isAdmin, true)
    const params = { id: user.id }
    await admin.client.call('updateUser', { params, body: { ...sameAs(user), isAdmin: false } })
    await assert.rejects(second.client.call('adminDashboard'), { code: 'FORBIDDEN', status: 403 })
    await second.client.call('currentUser')
  })

  test('keep the last active administrator', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const idle = await signUpAdmin(server, 'idle')
    const others = await accountOf(admin, 'idle')
    await admin.client.call('updateUser', {
      params: { id: idle.user.id },
      body: { ...sameAs(others), isActive: false },
    })
    const own = await accountOf(admin, 'root')
    const params = { id: own.id }
    for (const change of [{ isActive: false }, { isAdmin: false }]) {
      const body = { ...sameAs(own), ...change }
      await assert.rejects(admin.client.call('updateUser', { params, body }), {
        code: 'LAST_ADMIN',
        status: 409,
      })
    }
    await assert.rejects(admin.client.call('deleteUser', { params }), { code: 'LAST_ADMIN' })
    await admin.client.call('updateUser', { params, body: { ...sameAs(own), username: 'root-2' } })
  })

  test('leave one administrator when two remove each other', async () => {
    await using server = await startServer(await place())
    const [one, two] = [await signUpAdmin(server, 'one'), await signUpAdmin(server, 'two')]
    const demote = async (by: Person, whom: Person) => {
      const user = await accountOf(by, whom.user.username)
      const body = { ...sameAs(user), isAdmin: false }
      return () => by.client.call('updateUser', { params: { id: user.id }, body })
    }
    const { database } = server.services
    for (let round = 0; round < 10; round += 1) {
      const both = [await demote(one, two), await demote(two, one)]
      const results = await Promise.allSettled(both.map((go) => go()))
      assert.equal(results.filter(({ status }) => status === 'fulfilled').length, 1)
      const left = await database.selectFrom('users').select('id').where('is_admin', '=', 1).execute()
      assert.equal(left.length, 1)
      await database.updateTable('users').set({ is_admin: 1 }).execute()
    }
  })

  if (engine === 'postgres')
    test('leave one administrator when two remove each other and neither has committed', async () => {
      const at = await place()
      await using server = await startServer(at)
      const [one, two] = [await signUpAdmin(server, 'one'), await signUpAdmin(server, 'two')]
      const demote = async (by: Person, whom: Person) => {
        const user = await accountOf(by, whom.user.username)
        const body = { ...sameAs(user), isAdmin: false }
        return () => by.client.call('updateUser', { params: { id: user.id }, body })
      }
      const both = [await demote(one, two), await demote(two, one)]
      await using held = await holdCommits(at.url, 'audit_log')
      const going = Promise.allSettled(both.map((go) => go()))
      await held.met(2)
      await held.release()
      assert.equal((await going).filter(({ status }) => status === 'fulfilled').length, 1)
      const { database } = server.services
      const left = await database.selectFrom('users').select('id').where('is_admin', '=', 1).execute()
      assert.equal(left.length, 1)
    })

  test('delete a user with all that is theirs, and keep no name of theirs', async () => {
    await using server = await startServer(await place())
    const admin = await signUpAdmin(server)
    const lovelace = await signUp(server, 'lovelace')
    const file = await uploadAs(server, lovelace.token, 'a.txt')
    await admin.client.call('deleteUser', { params: { id: lovelace.user.id } })
    await assert.rejects(lovelace.client.call('currentUser'), { code: 'INVALID_TOKEN' })
    await assert.rejects(signIn(server, 'lovelace'), { code: 'INVALID_CREDENTIALS' })
    const info = server.client.call('fileInfo', { params: { id: file.id } })
    await assert.rejects(info, { code: 'FILE_DELETED' })
    // The name in its place has hexadecimal digits, which may spell a short one.
    assert.equal((await admin.client.call('auditLog', { query: { search: 'lovelace' } })).total, 0)
    const [entry] = (await admin.client.call('auditLog', { query: { filter: 'user' } })).entries
    assert.deepEqual([entry?.act, entry?.actor?.name], ['user.deleted', 'root'])
    assert.match(entry?.subject?.name ?? '', /^erased-[0-9a-f]{12}$/)
  })
})
