import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { readConfig } from '#server/config/config.ts'
import { policyFor } from './policy.ts'
import { guest, type Principal, withPro } from './principal.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR
const settings = readConfig({})
const sizes = {
  ...settings,
  SMTP_URL: 'smtp://localhost',
  FREE_FILE_SIZE: 20,
  FREE_TRANSFER_SIZE: 50,
  PRO_FILE_SIZE: 100,
  PRO_TRANSFER_SIZE: 250,
}
/** Sizes of Pro accounts below those of free ones. */
const oddSizes = {
  ...settings,
  FREE_FILE_SIZE: 20,
  FREE_TRANSFER_SIZE: 50,
  PRO_FILE_SIZE: 10,
  PRO_TRANSFER_SIZE: 30,
}

function account(isPro: boolean, storageLimit: number): Exclude<Principal, { kind: 'guest' }> {
  return { ...withPro, id: 'ada', isPro, storageLimit }
}

const ofEveryone = {
  maySend: true,
  defaultLifetime: settings.DEFAULT_EXPIRY,
  filePassword: { required: false, minLength: 1 },
  longestLife: settings.LONGEST_LIFE.duration,
  downloads: { usual: null, least: 1, most: 1000 },
  endToEndAlways: false,
  uploadSpeed: Number.POSITIVE_INFINITY,
  secondFactor: false,
  recipientDomains: undefined,
  types: undefined,
  requestLocks: undefined,
  decided: {},
}
const free = {
  fileSize: 20,
  transferSize: 50,
  maxLifetime: DAY,
  offeredLifetimes: settings.EXPIRY_OPTIONS,
  ...ofEveryone,
  isPro: false,
}
const pro = {
  fileSize: 100,
  transferSize: 250,
  maxLifetime: 30 * DAY,
  offeredLifetimes: [...settings.EXPIRY_OPTIONS, ...settings.PRO_EXPIRY_OPTIONS],
  ...ofEveryone,
  isPro: true,
}
const ofGuests = {
  storage: Number.POSITIVE_INFINITY,
  unfinishedUploads: 500,
  methods: ['aes-256-gcm'],
  mailsPerHour: 20,
  openRequests: 0,
  apiKeys: 0,
  recipients: 20,
  ownLinks: 5,
  codesAlways: true,
  endToEnd: false,
}
const ofAccounts = {
  unfinishedUploads: Number.POSITIVE_INFINITY,
  methods: ['aes-256-gcm', 'ml-kem512', 'ml-kem768', 'ml-kem1024'],
  mailsPerHour: 100,
  openRequests: 20,
  apiKeys: 20,
  recipients: 50,
  ownLinks: 50,
  codesAlways: false,
  endToEnd: true,
}

suite('what a principal may', () => {
  const table: readonly [string, Principal, object][] = [
    ['a guest', guest, { ...free, ...ofGuests }],
    ['a free account', account(false, 1000), { ...free, ...ofAccounts, storage: 1000 }],
    ['a Pro account', account(true, 1000), { ...pro, ...ofAccounts, storage: 1000 }],
    ['a free account with little storage', account(false, 1), { ...free, ...ofAccounts, storage: 1 }],
    ['a Pro account with little storage', account(true, 1), { ...pro, ...ofAccounts, storage: 1 }],
  ]
  for (const [name, principal, policy] of table)
    test(name, () => assert.deepEqual(policyFor(principal, sizes), policy))
})

test('without a mail server nobody has links of their own for recipients', () => {
  for (const principal of [guest, account(true, 1000)])
    assert.equal(policyFor(principal, oddSizes).ownLinks, 0)
})

suite('an account', () => {
  const accounts = [false, true].flatMap((isPro) => [0, 1, 1000].map((limit) => account(isPro, limit)))
  for (const config of [sizes, oddSizes]) {
    const least = policyFor(guest, config)
    for (const principal of accounts) {
      const policy = policyFor(principal, config)
      test(`never allows less than a guest has: ${JSON.stringify(principal)}, ${config === sizes ? 'usual' : 'odd'} sizes`, () => {
        for (const name of [
          'fileSize',
          'transferSize',
          'maxLifetime',
          'recipients',
          'ownLinks',
          'mailsPerHour',
        ] as const)
          assert.ok(policy[name] >= least[name], name)
        assert.ok(policy.unfinishedUploads >= least.unfinishedUploads)
        for (const method of least.methods) assert.ok(policy.methods.includes(method), method)
        for (const life of least.offeredLifetimes)
          assert.ok(policy.offeredLifetimes.includes(life), life.value)
        assert.equal(policy.storage, principal.storageLimit)
      })
    }
  }
})
