import { GIB, MIB } from '#contract/transfers/limits.ts'
import { fillAccount } from '../support/accounts/account-with-everything.ts'
import {
  changeAccount,
  goodPassword,
  type Person,
  signIn,
  signUp,
  signUpAdmin,
} from '../support/accounts/accounts.ts'
import { createKey } from '../support/accounts/api-keys.ts'
import { turnOn } from '../support/accounts/second-factor.ts'
import type { TestServer } from '../support/server/server.ts'
import { fillReports } from './fill-reports.ts'
import { fillRequests } from './fill-requests.ts'
import { fillService } from './fill-service.ts'
import { fillTransfers, sendWords } from './fill-transfers.ts'
import { operatorFacts } from './operator-facts.ts'

const HOUR = 60 * 60_000
/** How long before now the first of it happened. */
export const seedLasts = 72 * HOUR
/** A transfer of twelve hours that was sent then is about to expire. */
const almostTwelve = 11.5 * HOUR

/** Somebody of the seed; `about` says what is to be seen with that account. */
type SignIn = { readonly username: string; readonly password: string; readonly about: string }

/** Fills an empty service whose clock goes `seedLasts` late, and brings the clock to now. */
export async function fillSeed(server: TestServer): Promise<SignIn[]> {
  const { clock } = server
  const started = await signUpAdmin(server, 'admin')
  const changes = Object.entries(operatorFacts).map(([name, to]) => ({ name, from: null, to }))
  await started.client.call('changeSettings', { body: { changes } })
  for (const username of ['ada', 'grace', 'alan', 'hedy']) await signUp(server, username)
  await changeAccount(started, 'grace', { isPro: true })
  const hedy = await signIn(server, 'hedy')
  const { secret } = await turnOn(server, hedy)
  await sendWords(server, await signIn(server, 'ada'), 'expired.txt', { expiresIn: '12h' })

  await pass(server, seedLasts - almostTwelve)
  await sendWords(server, await signIn(server, 'ada'), 'expires within the hour.txt', { expiresIn: '12h' })
  await pass(server, almostTwelve)

  const [admin, ada, grace] = [
    await signIn(server, 'admin'),
    await signIn(server, 'ada'),
    await signIn(server, 'grace'),
  ]
  await sendWords(server, await signIn(server, 'alan'), 'of a disabled account.txt')
  await changeAccount(admin, 'alan', { isActive: false })
  await fillService(server, ada.token)
  await fillTransfers(server, ada, '1d')
  await fillTransfers(server, grace, '30d')
  await fillRequests(server, ada)
  await fillReports(server, admin, ada)
  await fillKeys(ada, clock.now())
  await fillGroups(admin, hedy.user.id)
  await pass(server, 0)
  await fillAccount(server, grace)
  await server.client
    .call('login', { body: { username: 'ada', password: 'not the password' } })
    .catch(() => {})

  return [
    { username: 'admin', password: goodPassword, about: 'administrator' },
    {
      username: 'ada',
      password: goodPassword,
      about: 'free account: transfers of a day at most, and requests, in every state',
    },
    {
      username: 'grace',
      password: goodPassword,
      about: 'Pro account: the same transfers for a month, and a little of everything that is stored',
    },
    { username: 'alan', password: goodPassword, about: 'disabled account' },
    {
      username: 'hedy',
      password: goodPassword,
      about: `of the group Legal, with a second step at sign-in; secret for an app: ${secret}`,
    },
  ]
}

/** Lets time go by, with what the server does meanwhile. */
async function pass(server: TestServer, milliseconds: number): Promise<void> {
  server.clock.advance(milliseconds)
  await server.sweep()
  await server.deliverMail()
}

/** Makes two groups: one with a member, and one that a domain and a claim lead to. */
async function fillGroups({ client }: Person, memberId: string): Promise<void> {
  await client.call('createGroup', {
    body: {
      name: 'Students',
      domains: ['students.example.org'],
      claims: ['students'],
      rules: {
        fileSize: { kind: 'most', value: 500 * MIB },
        storage: { kind: 'most', value: GIB },
        apiKeys: { kind: 'always', value: 0 },
      },
    },
  })
  await client.call('createGroup', {
    body: {
      name: 'Legal',
      members: [memberId],
      rules: {
        filePassword: { kind: 'always', value: 'required' },
        filePasswordLength: { kind: 'least', value: 12 },
        downloadLimit: { kind: 'default', value: 5 },
        longestLife: { kind: 'most', value: '7d' },
      },
    },
  })
}

/** Makes API keys: one that sends, and one that reads from one network until next month. */
async function fillKeys(person: Person, now: number): Promise<void> {
  await createKey(person, { name: 'nightly export' })
  const expiresAt = new Date(now + 30 * 24 * HOUR).toISOString()
  await createKey(person, {
    name: 'dashboard',
    scopes: ['transfers:read'],
    networks: ['192.0.2.0/24'],
    expiresAt,
  })
}
