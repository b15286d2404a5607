import { randomBytes } from 'node:crypto'
import type { ExpectedShare } from '../check-import.ts'
import { bcryptHash } from '../foreign-hashes.ts'
import type { Palmr, PalmrFile, PalmrShare } from './folder.ts'
import type { PalmrVersion } from './tables.ts'

const HOUR = 60 * 60_000
const DAY = 24 * HOUR

/** The key that its files are sealed with. */
export const palmrKey = 'key of files, of thirty-two bytes'

type Case = Omit<PalmrShare, 'id'> & { readonly expected: ExpectedShare['expected'] }

function file(name: string, size = 100, more: Partial<PalmrFile> = {}): PalmrFile {
  return { name, bytes: randomBytes(size), ...more }
}

/** Every odd case of a share, once. */
async function cases(
  palmr: Palmr,
  n: number,
  version: PalmrVersion,
  ada: string,
): Promise<Record<string, Case>> {
  const now = Date.now()
  const [one, two] = [file('one.txt'), file('two.bin', 2000)]
  const [empty, large] = [file('empty.txt', 0), file('large.bin', 80_000)]
  const emoji = file('Grüße 🙂🎉 한국어.txt')
  const sealed = file('sealed.txt', 100, { key: palmrKey })
  const sealedLarge = file('sealed.bin', 65_536 * 3, { key: palmrKey })
  const sealedEmpty = file('sealed.txt', 0, { key: palmrKey })
  const none = (note: RegExp) => ({ files: [], note })
  const security = { password: await bcryptHash(`secret ${n} é`, '2b') }
  const titled = { name: `Photos ${n}`, description: 'From\nJune' }
  return {
    plain: {
      files: [one],
      columns: titled,
      expected: { files: [one], title: `Photos ${n}`, message: 'From\nJune' },
    },
    several: await inFolders(palmr, version, ada),
    never: { files: [one], columns: { expiration: null }, expected: { files: [one], note: /never expired/ } },
    expired: { files: [one], columns: { expiration: now - HOUR }, expected: none(/has expired/) },
    password: {
      files: [one],
      security,
      expected: { files: [one], password: `secret ${n} é`, note: /compared with the hash/ },
    },
    limited: {
      files: [one],
      columns: { views: 2 },
      security: { maxViews: 5 },
      expected: { files: [one], downloadsLeft: 3 },
    },
    usedUp: { files: [one], columns: { views: 5 }, security: { maxViews: 5 }, expected: none(/used up/) },
    missing: {
      files: [one, { ...two, spoil: () => undefined }],
      expected: { files: [one], note: /two\.bin: Its file is missing/ },
    },
    halfCopied: {
      files: [{ ...one, spoil: (whole) => whole.subarray(0, 50) }, two],
      expected: { files: [two], note: /50 bytes instead of 100/ },
    },
    emoji: { files: [emoji], expected: { files: [emoji] } },
    sealed: { files: [sealed], expected: { files: [sealed] } },
    sealedLarge: { files: [sealedLarge], expected: { files: [sealedLarge] } },
    sealedEmpty: { files: [sealedEmpty], expected: { files: [sealedEmpty] } },
    otherKey: {
      files: [{ ...sealed, key: 'another' }],
      expected: { ...none(/does not open with the key/), comesDry: true },
    },
    ofNobody: { files: [one], columns: { creatorId: null }, expected: { files: [one] } },
    otherHash: { files: [one], security: { password: '$5$abc' }, expected: none(/in an unknown way/) },
    noSecurity: { files: [one], columns: { securityId: 'none' }, expected: none(/its password is missing/) },
    nothing: { files: [], expected: none(/no files/) },
    mixed: { files: [empty, large, sealed], expected: { files: [empty, large, sealed] } },
    twins: {
      files: [one, { ...two, name: 'one.txt' }],
      expected: { files: [one, { ...two, name: 'one (2).txt' }] },
    },
    ends: ending(version, now, [one, two]),
  }
}

async function inFolders(palmr: Palmr, version: PalmrVersion, ada: string): Promise<Case> {
  const [first, second, third] = [file('first.txt'), file('first.txt', 200), file('third.txt')]
  if (version === 'early') return { files: [first, third], expected: { files: [first, third] } }
  const trip = palmr.addFolder('trip', ada)
  const day = palmr.addFolder('day/1', ada, trip)
  // Folders that lie in each other.
  const round = palmr.addFolder('round', ada)
  palmr.database
    .prepare('update folders set "parentId" = ? where id = ?')
    .run(palmr.addFolder('about', ada, round), round)
  await palmr.addFile(ada, { ...second, columns: { folderId: day } })
  await palmr.addFile(ada, { ...third, columns: { folderId: round } })
  const files = [first, { ...second, name: 'trip/day_1/first.txt' }, { ...third, name: 'round/third.txt' }]
  return { files: [first], folders: [trip, round], expected: { files } }
}

/** Files that end before their share does. */
function ending(version: PalmrVersion, now: number, [one, two]: readonly [PalmrFile, PalmrFile]): Case {
  if (version === 'early') return { files: [one, two], expected: { files: [one, two] } }
  const [gone, soon] = [{ expiration: now - HOUR }, { expiration: now + DAY }]
  return {
    files: [
      { ...one, columns: gone },
      { ...two, columns: soon },
    ],
    expected: { files: [two], note: /one\.txt: It has expired/ },
  }
}

/** Fills a Palmr with 210 shares, each odd case ten times, and with files that others sent. */
export async function fillPalmr(palmr: Palmr, version: PalmrVersion) {
  const ada = palmr.addUser('ada', { isAdmin: 1 })
  palmr.addUser('gone', { isActive: 0 })
  const shares: ExpectedShare[] = []
  for (let n = 0; n < 10; n += 1)
    for (const [name, { expected, ...share }] of Object.entries(await cases(palmr, n, version, ada))) {
      const id = `${name}${n}`
      await palmr.addShare({ id, ...share }, ada)
      shares.push({ id, paths: [`/s/to-${id}`], expected })
    }
  const arrived = file('arrived.txt')
  const id = await palmr.addReverseShare(ada, { maxFiles: 5, allowedFileTypes: '.pdf, JPG' }, [arrived])
  shares.push({
    id: `received ${id}`,
    paths: ['/s/none'],
    expected: { files: [arrived], hasNoOldLink: true },
  })
  await palmr.addReverseShare(ada, { isActive: 0 })
  await palmr.addReverseShare(ada, { expiration: Date.now() - HOUR })
  await palmr.addReverseShare(ada, { password: 'any' })
  palmr.database.close()
  return shares
}
