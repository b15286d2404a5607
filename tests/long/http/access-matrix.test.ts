import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Scope, scopes } from '#contract/accounts/scopes.ts'
import { type Route, type RouteName, routes } from '#contract/routes.ts'
import { type Person, setActive, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

/** Who calls: what they send, and what may be expected of them. */
type Caller = {
  readonly name: string
  readonly bearer?: string
  readonly kind: 'guest' | 'user' | 'admin' | 'disabled' | 'overdue'
  /** Of an API key. */
  readonly scope?: Scope
}

/** The answers that say that someone may not call at all; every other one is of a call that was let in. */
const refusals = [
  'AUTHENTICATION_REQUIRED',
  'INVALID_TOKEN',
  'INVALID_API_KEY',
  'API_KEY_REFUSED',
  'FORBIDDEN',
  'SECOND_FACTOR_REQUIRED',
]

/** What the table of routes promises: the code of a refusal, or undefined for a call that is let in. */
function expected({ access, method, scope, withoutFactor }: Route, caller: Caller): string | undefined {
  if (access === 'credentials') return undefined
  if (caller.kind === 'disabled') return caller.scope ? 'INVALID_API_KEY' : 'INVALID_TOKEN'
  if (caller.kind === 'guest') return access === 'anyone' ? undefined : 'AUTHENTICATION_REQUIRED'
  if (caller.scope && scope !== 'any' && scope !== caller.scope) return 'API_KEY_REFUSED'
  // What anybody may look at, they see as anybody.
  if (caller.kind === 'overdue')
    return withoutFactor || (access === 'anyone' && method === 'GET') ? undefined : 'SECOND_FACTOR_REQUIRED'
  if (access === 'admin' && caller.kind !== 'admin') return 'FORBIDDEN'
  return undefined
}

/** All but the one that ends the session, which it knows by either of its tokens. */
const names = (Object.keys(routes) as RouteName[]).filter((name) => name !== 'logout')

/** Makes a call with nothing in it, and gives the code of a refusal. */
async function refusalOf(
  { baseUrl }: TestServer,
  name: RouteName,
  bearer?: string,
): Promise<string | undefined> {
  const { method, path } = routes[name]
  const address = path.replace(/:\w+/, name === 'putFile' ? 'a.txt' : 'A'.repeat(22))
  const leaving = new AbortController()
  const response = await fetch(`${baseUrl}/api${address}`, {
    method,
    signal: leaving.signal,
    headers: {
      ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { body: '{}' }),
  })
  // Steps of an upload are told for as long as one listens.
  const text = response.headers.get('content-type')?.startsWith('text/event-stream')
    ? ''
    : await response.text()
  leaving.abort()
  const code = /"code":"(\w+)"/.exec(text)?.[1]
  return code !== undefined && refusals.includes(code) ? code : undefined
}

/** An account for each scope, so that what one call ends is nobody else's. */
async function keyHolders(make: (name: string) => Promise<Person>, kind: 'user' | 'admin') {
  const callers: Caller[] = []
  const wanted = kind === 'admin' ? scopes : scopes.filter((scope) => !scope.startsWith('admin:'))
  for (const scope of wanted) {
    const person = await make(`${kind}-${scope.replace(':', '-')}`)
    const { key } = await createKey(person, { scopes: [scope] })
    callers.push({ name: `key of ${kind} with ${scope}`, kind, scope, bearer: key })
  }
  return callers
}

forEachDatabase('every call of the table of routes', ({ place }) => {
  test('lets in whom the table names, and nobody else', async () => {
    await using server = await startServer({
      ...(await place()),
      environment: { RATE_LIMITS: 'off', SECOND_FACTOR: 'administrators' },
    })
    const admin = await signUpAdmin(server)
    const gone = await signUp(server, 'gone')
    const goneKey = await createKey(gone, { scopes: ['transfers:read'] })
    await setActive(admin, 'gone', false)
    const demoted = await signUpAdmin(server, 'demoted')
    const demotedKey = await createKey(demoted, { scopes: ['admin:read'] })
    await server.services.database
      .updateTable('users')
      .set({ is_admin: 0 })
      .where('username', '=', 'demoted')
      .execute()
    // The service wants a second step of administrators; of them, one has had their days of grace.
    const overdue = await signUpAdmin(server, 'overdue')
    await server.services.database
      .updateTable('users')
      .set({ second_factor_due_at: 0 })
      .where('username', '=', 'overdue')
      .execute()
    const callers: Caller[] = [
      { name: 'guest', kind: 'guest' },
      { name: 'user', kind: 'user', bearer: (await signUp(server, 'user')).token },
      { name: 'administrator', kind: 'admin', bearer: (await signUpAdmin(server, 'second')).token },
      { name: 'someone who has to add a factor', kind: 'overdue', bearer: overdue.token },
      { name: 'disabled', kind: 'disabled', bearer: gone.token },
      { name: 'key of someone disabled', kind: 'disabled', bearer: goneKey.key, scope: 'transfers:read' },
      { name: 'key of a former administrator', kind: 'user', bearer: demotedKey.key, scope: 'admin:read' },
      ...(await keyHolders((name) => signUp(server, name), 'user')),
      ...(await keyHolders((name) => signUpAdmin(server, name), 'admin')),
    ]
    const found: string[] = []
    const promised: string[] = []
    for (const caller of callers) {
      for (const name of names) {
        // It would keep the others out; those who may switch it on may switch it off.
        await server.services.database.updateTable('maintenance').set({ active: 0 }).execute()
        const line = `${caller.name}, ${name}:`
        found.push(`${line} ${await refusalOf(server, name, caller.bearer)}`)
        promised.push(`${line} ${expected(routes[name], caller)}`)
      }
    }
    assert.deepEqual(found, promised)
    assert.ok(found.length > 1000)
  })
})

test('no call about an account, its credentials and its keys is open to API keys', () => {
  const open = Object.values(routes).filter((route: Route) => route.scope !== undefined)
  for (const { path } of open) assert.doesNotMatch(path, /^\/(?:auth|users|notifications)\//, path)
  // These set passwords and roles.
  for (const name of ['createUser', 'updateUser', 'deleteUser'] as const)
    assert.ok(!('scope' in routes[name]), name)
})
