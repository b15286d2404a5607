import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { createUser } from '#server/identity/accounts/create-user.ts'
import { measuring } from '#tests/bench/bounds/at-most.ts'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { addPasskey } from '#tests/support/accounts/passkeys.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { thorough } from '#tests/support/server/thoroughness.ts'

/** How often each name is asked for. */
const samples = thorough ? 500 : 3

/** Names of each kind; the first is one that nobody has. */
const names = {
  'of nobody': () => `nobody-${randomBytes(4).toString('hex')}`,
  'with a passkey': () => 'ada',
  'with a password': () => 'bob',
  'with neither': () => 'eve',
} as const
const addresses = { 'an address of nobody': () => `${names['of nobody']()}@example.org` } as const
const owned = { 'an address': () => 'bob@example.org' } as const

forEachDatabase('names that have an account, and names that have none', ({ place }) => {
  test('are answered alike at sign-in and when passkeys are asked for, in the same time', async (context) => {
    const environment = { RATE_LIMITS: 'off' }
    await using server = await startServer({ ...(await place()), environment })
    await addPasskey(server, await signUp(server, 'ada'))
    await signUp(server, 'bob')
    const eve = { username: 'eve', email: 'eve@example.org', password: null }
    await createUser(server.services, eve)

    const signIn = (name: string) => trySignIn(server, name)
    const options = async (name: string) =>
      shapeOf(await ask(server, '/auth/passkeys/options', { username: name }))

    for (const [what, call, kinds] of [
      ['sign-in', signIn, { ...names, ...addresses, ...owned }],
      ['passkeys', options, names],
    ] as const) {
      const { answers, medians } = await compare(call, kinds, samples)
      assert.equal(answers.size, 1, [...answers].join('\n'))
      const [unknown = 0] = Object.values(medians)
      const times = Object.entries(medians).map(([kind, time]) => `${kind} ${time.toFixed(2)} ms`)
      context.diagnostic(`${what}: ${times.join(', ')}`)
      // Only as many samples as are taken while measuring, alone on the machine, say something of times.
      if (!measuring) continue
      for (const [kind, time] of Object.entries(medians))
        assert.ok(Math.abs(time - unknown) < Math.max(1, unknown / 5), `${kind}: ${times.join(', ')}`)
    }
  })

  test('cost a whole password each at sign-in', async (context) => {
    await using server = await startServer({
      ...(await place()),
      environment: { RATE_LIMITS: 'off', PASSWORD_COST: 'full' },
    })
    await signUp(server, 'bob')
    await createUser(server.services, { username: 'eve', email: 'eve@example.org', password: null })
    const { 'with a passkey': _other, ...kinds } = names
    const { answers, medians } = await compare((name) => trySignIn(server, name), kinds, thorough ? 60 : 1)
    assert.equal(answers.size, 1)
    const times = Object.entries(medians).map(([kind, time]) => `${kind} ${time.toFixed(2)} ms`)
    context.diagnostic(times.join(', '))
    if (!measuring) return
    const all = Object.values(medians)
    assert.ok(Math.min(...all) > 0.7 * Math.max(...all), times.join(', '))
  })
})

async function ask({ baseUrl }: TestServer, path: string, body: object): Promise<string> {
  const response = await fetch(`${baseUrl}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return `${response.status} ${await response.text()}`
}

function trySignIn(server: TestServer, username: string): Promise<string> {
  return ask(server, '/auth/login', { username, password: 'a wrong password' })
}

/** Asks for one name of each kind after the other, so that what slows the machine down slows down all. */
async function compare(
  call: (name: string) => Promise<string>,
  kinds: Readonly<Record<string, () => string>>,
  samples: number,
): Promise<{ answers: Set<string>; medians: Record<string, number> }> {
  const answers = new Set<string>()
  const times = Object.entries(kinds).map(([kind, name]) => ({ kind, name, all: [] as number[] }))
  for (let sample = 0; sample < samples; sample += 1)
    for (let turn = 0; turn < times.length; turn += 1) {
      const one = times[(sample + turn) % times.length]
      assert.ok(one)
      const name = one.name()
      const began = performance.now()
      answers.add(await call(name))
      one.all.push(performance.now() - began)
    }
  const medians = times.map(({ kind, all }) => [kind, all.toSorted((a, b) => a - b)[samples >> 1] ?? 0])
  return { answers, medians: Object.fromEntries(medians) }
}

/** An offer of passkeys without what is random in it, or different for each name. */
function shapeOf(answer: string): string {
  return answer
    .replace(/"(challengeId|challenge)":"[\w-]+"/g, '"$1":""')
    .replace(
      /"allowCredentials":\[(,?\{"id":"[\w-]{22,64}","type":"public-key","transports":\[[^\]]+\]\}){1,3}\]/,
      '…',
    )
}
