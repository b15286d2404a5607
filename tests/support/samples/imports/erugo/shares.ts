import { randomBytes } from 'node:crypto'
import type { ExpectedShare } from '../check-import.ts'
import { bcryptHash } from '../foreign-hashes.ts'
import type { Erugo, ErugoFile, ErugoShare } from './folder.ts'
import { type ErugoVersion, erugoTime } from './tables.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

type Case = Omit<ErugoShare, 'id'> & {
  readonly expected: ExpectedShare['expected']
  readonly isOfNobody?: boolean
}

function file(name: string, size = 100, more: Partial<ErugoFile> = {}): ErugoFile {
  return { name, bytes: randomBytes(size), ...more }
}

/** Every odd case of a share of any version, once. */
function cases(n: number): Record<string, Case> {
  const [one, two] = [file('one.txt'), file('two.bin', 2000)]
  const [empty, large] = [file('empty.txt', 0), file('large.bin', 80_000)]
  // Packed it is 400 times smaller.
  const zeros = { name: 'zeros.bin', bytes: Buffer.alloc(400_000) }
  const none = (note: RegExp) => ({ files: [], note })
  return {
    plain: {
      files: [one],
      columns: { name: `Photos ${n}`, description: 'From\nJune' },
      expected: { files: [one], title: `Photos ${n}`, message: 'From\nJune' },
    },
    packed: { files: [one, two, empty, zeros], expected: { files: [one, two, empty, zeros] } },
    pending: {
      files: [one, large],
      kept: 'folder',
      columns: { status: 'pending' },
      expected: { files: [one, large] },
    },
    never: { files: [one], expiresIn: null, expected: { files: [one], note: /never expired/ } },
    long: {
      files: [one],
      expiresIn: 400 * DAY,
      expected: { files: [one], note: /ends after 90 days already/ },
    },
    expired: { files: [one], expiresIn: -HOUR, expected: none(/has expired/) },
    limited: {
      files: [one],
      columns: { download_limit: 5, download_count: 2 },
      expected: { files: [one], downloadsLeft: 3 },
    },
    unlimited: {
      files: [one],
      columns: { download_limit: 0, download_count: 2 },
      expected: { files: [one] },
    },
    usedUp: { files: [one], columns: { download_limit: 5, download_count: 5 }, expected: none(/used up/) },
    deleted: {
      files: [{ ...one, missing: true }],
      columns: { status: 'deleted' },
      expected: none(/was deleted/),
    },
    missing: {
      files: [one, { ...two, missing: true }],
      expected: { files: [one], note: /two\.bin: Its file is missing/ },
    },
    allMissing: { files: [{ ...one, missing: true }], expected: none(/None of its files can be read/) },
    halfCopied: {
      files: [{ ...one, size: 5000 }, two],
      kept: 'folder',
      expected: { files: [two], note: /100 bytes instead of 5000/ },
    },
    otherSize: {
      files: [{ ...one, size: 5000 }, two],
      expected: { files: [two], note: /100 bytes in its archive instead of 5000/ },
    },
    halfArchive: {
      files: [one, two],
      spoil: (zip) => zip.subarray(0, zip.length / 2),
      expected: none(/archive is damaged or was copied in part .*: copy it once more/),
    },
    altered: {
      files: [large, two],
      // The bytes of large.bin that two.bin does not have.
      spoil: (zip) => zip.fill(0, 40_000, 40_100),
      expected: { ...none(/archive is damaged/), comesDry: true },
    },
    ofNobody: { files: [one], isOfNobody: true, expected: { files: [one] } },
    nothing: { files: [], expected: none(/no files/) },
  }
}

/** Cases of what came after the first version, or two more plain ones before it. */
async function laterCases(n: number, version: ErugoVersion): Promise<Record<string, Case>> {
  const [one, two] = [file('one.txt'), file('two.txt')]
  if (version === 'early')
    return {
      first: { files: [one], expected: { files: [one] } },
      second: { files: [one, two], expected: { files: [one, two] } },
    }
  const emoji = file('trip/day 1/Grüße 🎉 한국어.txt', 100, { stored: 'Gr_e_.txt' })
  const inFolders = [emoji, file('trip/day 2/b.txt'), file('c.txt')]
  return {
    inFolders: { files: inFolders, expected: { files: inFolders } },
    password: {
      files: [emoji],
      columns: { password: await bcryptHash(`secret ${n} é`, '2y') },
      expected: {
        files: [{ ...emoji, name: 'Grüße 🎉 한국어.txt' }],
        password: `secret ${n} é`,
        note: /compared with the hash/,
      },
    },
  }
}

/** Fills an Erugo with 200 shares, each odd case ten times, and with invitations. */
export async function fillErugo(erugo: Erugo, version: ErugoVersion): Promise<ExpectedShare[]> {
  const ada = erugo.addUser('Ada Lovelace', 'ada@example.org', { admin: 1 })
  erugo.addUser('Ada Lovelace', 'lovelace@example.com')
  erugo.addUser('Gone', 'gone@example.org', { active: 0 })
  const shares: ExpectedShare[] = []
  for (let n = 0; n < 10; n += 1) {
    const all = { ...cases(n), ...(await laterCases(n, version)) }
    for (const [name, { expected, isOfNobody = false, ...share }] of Object.entries(all)) {
      const id = `quiet-${name}-loud-${n}`
      await erugo.addShare({ id, ...share }, isOfNobody ? null : ada)
      shares.push({ id, paths: [`/shares/${id}`, `/shares/${id}/one.txt`], expected })
    }
  }
  if (version === 'late') addInvites(erugo, ada)
  erugo.database.close()
  return shares
}

function addInvites(erugo: Erugo, ada: number): void {
  const guest = erugo.addUser('Bob', 'no address', { is_guest: 1 })
  erugo.addInvite(ada, { guest_user_id: guest, message: 'The contract, please' })
  erugo.addInvite(ada, { guest_user_id: guest, expires_at: erugoTime(Date.now() - HOUR) })
  erugo.addInvite(ada, { used_at: erugoTime(Date.now()) })
  erugo.addInvite(ada, { completed_at: erugoTime(Date.now()) })
}
