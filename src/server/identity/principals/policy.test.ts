import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { fixedLevels, noGroups, type RuleName, type Rules } from '#contract/operations/groups/groups.ts'
import { defaultStorageLimit } from '#contract/transfers/limits.ts'
import { readConfig } from '#server/config/config.ts'
import { type Policy, policyFor } from './policy.ts'
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
  downloads: { usual: null, least: 1, most: 1000, required: false },
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
  requestLifetime: settings.EXPIRY_OPTIONS.at(-1),
  ...ofEveryone,
  isPro: false,
}
const pro = {
  fileSize: 100,
  transferSize: 250,
  maxLifetime: 30 * DAY,
  offeredLifetimes: [...settings.EXPIRY_OPTIONS, ...settings.PRO_EXPIRY_OPTIONS],
  requestLifetime: settings.REQUEST_KEEP_FOR,
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

type Row<Name extends RuleName> = {
  readonly rule: Rules[Name]
  /** The rule that a narrower level would have instead. */
  readonly looser: Rules[Name]
  readonly read: (policy: Policy) => unknown
  readonly holds: unknown
  /** Set where guests have none of it, whatever a rule says. */
  readonly accountsOnly?: true
}

const always = <Value>(value: Value) => ({ kind: 'always' as const, value })
const most = (value: number) => ({ kind: 'most' as const, value })

const everyRule: { readonly [Name in RuleName]: Row<Name> } = {
  fileSize: { rule: most(10), looser: most(90), read: ({ fileSize }) => fileSize, holds: 10 },
  transferSize: { rule: most(30), looser: most(90), read: ({ transferSize }) => transferSize, holds: 30 },
  storage: {
    rule: most(1500),
    looser: always(9000),
    read: ({ storage }) => storage,
    holds: 1500,
    accountsOnly: true,
  },
  expiryOptions: {
    rule: always(['1h', '2h']),
    looser: always(['12h']),
    read: ({ offeredLifetimes }) => offeredLifetimes.map(({ value }) => value),
    holds: ['1h', '2h'],
  },
  defaultExpiry: {
    rule: always('1h'),
    looser: always('3h'),
    read: ({ defaultLifetime }) => defaultLifetime.value,
    holds: '1h',
  },
  longestLife: {
    rule: always('3h'),
    looser: always('30d'),
    read: ({ maxLifetime }) => maxLifetime,
    holds: 3 * HOUR,
  },
  filePassword: {
    rule: always('required'),
    looser: always('optional'),
    read: ({ filePassword }) => filePassword.required,
    holds: true,
  },
  filePasswordLength: {
    rule: { kind: 'least', value: 12 },
    looser: most(4),
    read: ({ filePassword }) => filePassword.minLength,
    holds: 12,
  },
  downloadLimit: {
    rule: most(5),
    looser: most(50),
    read: ({ downloads }) => [downloads.usual, downloads.most, downloads.required],
    holds: [5, 5, true],
  },
  endToEnd: {
    rule: always('always'),
    looser: always('off'),
    read: ({ endToEnd, endToEndAlways }) => [endToEnd, endToEndAlways],
    holds: [true, true],
  },
  secondFactor: {
    rule: always('required'),
    looser: always('optional'),
    read: ({ secondFactor }) => secondFactor,
    holds: true,
  },
  recipients: {
    rule: most(2),
    looser: most(40),
    read: ({ recipients, ownLinks }) => [recipients, ownLinks],
    holds: [2, 2],
  },
  recipientCode: {
    rule: always('required'),
    looser: always('optional'),
    read: ({ codesAlways }) => codesAlways,
    holds: true,
  },
  recipientDomains: {
    rule: always(['a.example']),
    looser: always(['b.example']),
    read: ({ recipientDomains }) => recipientDomains,
    holds: ['a.example'],
  },
  types: { rule: always(['pdf']), looser: always(['exe']), read: ({ types }) => types, holds: ['pdf'] },
  requests: {
    rule: most(1),
    looser: most(9),
    read: ({ openRequests }) => openRequests,
    holds: 1,
    accountsOnly: true,
  },
  requestLock: {
    rule: always(['key']),
    looser: always(['none']),
    read: ({ requestLocks }) => requestLocks,
    holds: ['key'],
  },
  apiKeys: { rule: most(0), looser: most(9), read: ({ apiKeys }) => apiKeys, holds: 0, accountsOnly: true },
  uploadSpeed: {
    rule: most(65_536),
    looser: most(1_000_000),
    read: ({ uploadSpeed }) => uploadSpeed,
    holds: 65_536,
  },
}

test('a rule on limits of downloads says the usual one, what may be chosen, and whether there has to be one', () => {
  const at = (kind: 'default' | 'most' | 'least' | 'always', value: number) => ({ kind, value })
  const table: readonly [rule: Rules['downloadLimit'], Policy['downloads']][] = [
    [{ kind: 'unset' }, ofEveryone.downloads],
    [at('default', 3), { usual: 3, least: 1, most: 1000, required: false }],
    [at('least', 3), { usual: null, least: 3, most: 1000, required: false }],
    [at('most', 3), { usual: 3, least: 1, most: 3, required: true }],
    [at('most', 1000), { usual: 1000, least: 1, most: 1000, required: true }],
    [at('always', 3), { usual: 3, least: 3, most: 3, required: true }],
  ]
  for (const [downloadLimit, downloads] of table)
    for (const [id, principal] of levels)
      for (const by of [id, 'instance']) {
        const policy = policyFor(principal, withRules({ [by]: { downloadLimit } }))
        const label = JSON.stringify({ downloadLimit, by })
        assert.deepEqual(policy.downloads, downloads, label)
        assert.equal(policy.decided.downloadLimit, downloadLimit?.kind === 'unset' ? undefined : by, label)
      }
})

const member = {
  ...account(false, defaultStorageLimit),
  belonging: { ...withPro.belonging, byHand: ['legal'] },
}
/** A level, and someone whom it decides for. */
const levels: readonly (readonly [id: string, principal: Principal])[] = [
  ['guests', guest],
  ['free', account(false, defaultStorageLimit)],
  ['pro', account(true, defaultStorageLimit)],
  ['legal', member],
]

function withRules(said: Readonly<Record<string, Rules>>) {
  const legal = { id: 'legal', name: 'Legal', priority: 1, domains: [], claims: [], rules: {} }
  const groups = [legal, ...noGroups].map((level) => ({ ...level, rules: said[level.id] ?? {} }))
  return { ...sizes, groups }
}

test('each rule holds at each level, and none loosens what the whole service bounds', () => {
  assert.equal(levels.length, fixedLevels.length)
  for (const [name, row] of Object.entries(everyRule))
    for (const [id, principal] of levels) {
      const { rule, looser, read, holds, accountsOnly }: Row<RuleName> = row
      const isLeftOut = accountsOnly && principal.kind === 'guest'
      const expected = isLeftOut ? read(policyFor(principal, sizes)) : holds
      for (const [by, said] of [
        [id, { [id]: { [name]: rule } }],
        ['instance', { instance: { [name]: rule } }],
        ['instance', { instance: { [name]: rule }, [id]: { [name]: looser } }],
      ] as const) {
        const policy = policyFor(principal, withRules(said))
        const label = JSON.stringify({ name, id, said })
        assert.deepEqual(read(policy), expected, label)
        const decided = Object.entries(policy.decided).find(([one]) => one === name)
        if (!isLeftOut) assert.equal(decided?.[1], by, label)
      }
    }
})
