import { randomBytes } from 'node:crypto'
import type { ExpectedShare } from '../check-import.ts'
import { argon2Hash } from '../foreign-hashes.ts'
import type { Pingvin, PingvinFile, PingvinShare } from './folder.ts'
import type { PingvinVersion } from './tables.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** A share, and what has to become of it. */
type OddShare = PingvinShare & ExpectedShare

function file(name: string, size = 100): PingvinFile {
  return { name, bytes: randomBytes(size) }
}

type People = { readonly ada: string; readonly open: string; readonly closed: string }

/** Every odd case of a share, once. `n` makes its ids. */
function cases(n: number, version: PingvinVersion, { ada, open, closed }: People): OddShare[] {
  const isLate = version === 'late'
  const [one, two] = [file('one.txt'), file('two.bin', 2000)]
  const large = file('large.bin', 80_000)
  const emoji = file('Grüße 🙂🎉 한국어.txt')
  const empty = file('empty.txt', 0)
  const inFolders = [file('trip/day 1/a.txt'), file('trip/day 2/a.txt'), file('b.txt')]
  const creatorId = { creatorId: ada }
  const none = { files: [] }
  const share = (name: string, rest: Omit<OddShare, 'id' | 'paths'>): OddShare => ({
    id: `${name}-${n}`,
    paths: [`/share/${name}-${n}`, `/s/${name}-${n}`],
    ...rest,
  })
  return [
    share('plain', { files: [one], columns: creatorId, expected: { files: [one] } }),
    share('several', { files: inFolders, columns: creatorId, expected: { files: inFolders } }),
    share('never', {
      files: [one],
      expiresIn: 0,
      columns: creatorId,
      expected: { files: [one], note: /never expired, and ends after 90 days/ },
    }),
    share('long', {
      files: [one],
      expiresIn: 400 * DAY,
      columns: creatorId,
      expected: { files: [one], note: /ends after 90 days already/ },
    }),
    share('expired', {
      files: [one],
      expiresIn: -HOUR,
      columns: creatorId,
      expected: { ...none, note: /has expired/ },
    }),
    share('password', {
      files: [one],
      columns: creatorId,
      security: { password: argon2Hash(`secret ${n} é`) },
      expected: { files: [one], password: `secret ${n} é`, note: /compared with the hash/ },
    }),
    share('limited', {
      files: [one],
      columns: { ...creatorId, views: 2 },
      security: { maxViews: 5 },
      expected: { files: [one], downloadsLeft: 3 },
    }),
    share('used-up', {
      files: [one],
      columns: { ...creatorId, views: 5 },
      security: { maxViews: 5 },
      expected: { ...none, note: /used up/ },
    }),
    share('missing', {
      files: [one, { ...two, missing: true }],
      columns: creatorId,
      expected: { files: [one], note: /two\.bin: Its file is missing/ },
    }),
    share('all-missing', {
      files: [{ ...one, missing: true }],
      columns: creatorId,
      expected: { ...none, note: /None of its files can be read/ },
    }),
    share('half-copied', {
      files: [{ ...one, size: 5000 }, two],
      columns: creatorId,
      expected: { files: [two], note: /100 bytes instead of 5000/ },
    }),
    share('emoji', { files: [emoji], columns: creatorId, expected: { files: [emoji] } }),
    share('removed', {
      files: [one],
      columns: { ...creatorId, removedReason: 'a virus' },
      expected: { ...none, note: /was removed: a virus/ },
    }),
    share('unfinished', {
      files: [one],
      columns: { ...creatorId, uploadLocked: 0 },
      expected: { ...none, note: /never completed/ },
    }),
    share('of-nobody', { files: [one], expected: { files: [one] } }),
    share('reverse', { files: [one], columns: { reverseShareId: open }, expected: { files: [one] } }),
    share('reverse-closed', {
      files: [one],
      columns: { reverseShareId: closed },
      expected: { files: [one], hasNoOldLink: isLate },
    }),
    share('large', { files: [large], columns: creatorId, expected: { files: [large] } }),
    share('empty', { files: [empty], columns: creatorId, expected: { files: [empty] } }),
    isLate
      ? share('restricted', {
          files: [one],
          columns: creatorId,
          security: { restrictToRecipients: 1 },
          expected: { ...none, note: /Only some accounts/ },
        })
      : share('wordy', {
          files: [one],
          columns: { ...creatorId, description: 'x'.repeat(2000) },
          expected: { files: [one], note: /message was cut/ },
        }),
  ]
}

/** Fills a Pingvin Share with 200 shares: each odd case ten times. */
export async function fillPingvin(pingvin: Pingvin, version: PingvinVersion) {
  const ada = pingvin.addUser('ada', { isAdmin: 1 })
  const bob = pingvin.addUser('bob.dot')
  const isPrivate = version === 'late' ? { publicAccess: 0 } : {}
  const open = pingvin.addReverseShare(ada)
  const closed = pingvin.addReverseShare(bob, { ...isPrivate, remainingUses: 0 })
  const people = { ada, open: open.id, closed: closed.id }
  const shares = Array.from({ length: 10 }, (_, n) => cases(n, version, people)).flat()
  for (const share of shares) await pingvin.addShare(share)
  pingvin.database.close()
  return { shares, open }
}
