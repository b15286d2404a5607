import * as z from 'zod/mini'
import { safeFileName } from '#contract/transfers/file-name.ts'
import { MIB } from '#contract/transfers/limits.ts'
import { writeSha1Hash } from '#crypto/passwords/foreign-hash.ts'
import {
  type Source,
  type SourceFile,
  type SourcePerson,
  SourceProblem,
  type SourceRequest,
  type SourceShare,
  unreadable,
} from '../../source.ts'
import { count, optionalText, text } from '../column-values.ts'
import { openSourceDatabase, type SourceDatabase } from '../source-database.ts'
import { openSourceFolder, type SourceFolder } from '../source-folder.ts'
import {
  type GokapiSealing,
  type GokapiSecrets,
  openFileKey,
  readSealing,
  readSecrets,
} from './configuration.ts'
import { openStream, sealedLength } from './open-stream.ts'

/** Id of a request; without one 0, or empty since ids are texts. */
const requestId = z.nullable(z.union([z.int(), text]))
const bytes = z.custom<Uint8Array>((value) => value instanceof Uint8Array)

/** Columns of FileMetaData since Gokapi 1.9; those of 2.0 and later are null in an older database. */
const fileRow = z.object({
  Id: text,
  Name: text,
  /** Name of the file in the folder data. */
  SHA1: text,
  /** Seconds since 1970. */
  ExpireAt: z.int(),
  SizeBytes: count,
  DownloadsRemaining: z.int(),
  /** Hexadecimal SHA-1 of the password and a salt; empty without one. */
  PasswordHash: text,
  AwsBucket: text,
  Encryption: bytes,
  UnlimitedDownloads: z.int(),
  UnlimitedTime: z.int(),
  UserId: z.nullable(z.int()),
  PendingDeletion: z.nullable(z.int()),
  UploadRequestId: requestId,
})

const userRow = z.object({ Id: z.int(), Name: text, Userlevel: z.int() })

const requestRow = z.object({
  id: requestId,
  name: optionalText,
  userid: z.int(),
  /** Seconds since 1970; 0 for never, as for any number below. */
  expiry: count,
  maxFiles: count,
  /** MB of one file. */
  maxSize: count,
})

type Place = {
  readonly database: SourceDatabase
  readonly folder: SourceFolder
  readonly secrets: GokapiSecrets
  readonly now: number
}

/**
 * Opens the folder of Gokapi that has the folders data, with gokapi.sqlite, and config.
 * @param now milliseconds since 1970
 * @throws SourceProblem
 */
export async function openGokapi(path: string, now: number): Promise<Source> {
  const folder = await openSourceFolder(path)
  const file = await folder.find('data/gokapi.sqlite')
  if (file === undefined)
    throw new SourceProblem(
      `${path} has no data/gokapi.sqlite. Name the folder with the folders data and config of Gokapi.`,
    )
  const secrets = await readSecrets(folder)
  const database = await openSourceDatabase(file, ['FileMetaData'])
  const place = { database, folder, secrets, now }
  return {
    family: 'gokapi',
    people: () => people(place),
    requests: () => requests(place),
    shares: () => shares(place),
    close: database.close,
  }
}

/** Before Gokapi 2 one person owned everything, and is in no table. */
function* people({ database }: Place): Generator<SourcePerson> {
  if (!database.has('Users')) return
  for (const row of database.rows('Users', userRow)) {
    if (!row) {
      yield { ...unreadable.person }
      continue
    }
    const isAddress = row.Name.includes('@')
    yield {
      id: String(row.Id),
      username: isAddress ? (row.Name.split('@', 1)[0] ?? '') : row.Name,
      email: isAddress ? row.Name : '',
      isAdmin: row.Userlevel < 2,
      refusal: isAddress ? undefined : 'Gokapi has no email address of this person.',
    }
  }
}

function* requests({ database, now }: Place): Generator<SourceRequest> {
  if (!database.has('UploadRequests')) return
  const arrived = new Map<string, number>()
  for (const row of database.rows('FileMetaData', fileRow)) {
    const id = String(row?.UploadRequestId ?? '')
    arrived.set(id, (arrived.get(id) ?? 0) + 1)
  }
  for (const row of database.rows('UploadRequests', requestRow)) {
    if (!row) {
      yield { ...unreadable.request }
      continue
    }
    const left = row.maxFiles === 0 ? null : row.maxFiles - (arrived.get(String(row.id)) ?? 0)
    const isOver = row.expiry !== 0 && row.expiry * 1000 <= now
    yield {
      id: String(row.id),
      ownerId: String(row.userid),
      title: row.name,
      until: row.expiry === 0 ? null : row.expiry * 1000,
      uploadsLeft: left,
      largestUpload: row.maxSize === 0 ? null : row.maxSize * MIB,
      // Its address holds a key that is no path.
      oldPaths: [],
      refusal: isOver ? 'It has expired.' : left !== null && left <= 0 ? 'It is used up.' : undefined,
    }
  }
}

function* shares(place: Place): Generator<SourceShare> {
  for (const row of place.database.rows('FileMetaData', fileRow))
    yield row ? shareOf(row, place) : { ...unreadable.share }
}

function shareOf(row: z.output<typeof fileRow>, place: Place): SourceShare {
  const sealing = readSealing(row.Encryption)
  const { secrets } = place
  const arrived = row.UploadRequestId !== null && row.UploadRequestId !== 0 && row.UploadRequestId !== ''
  return {
    id: row.Id,
    name: row.Id,
    ownerId: String(row.UserId ?? 'the only one'),
    title: null,
    message: null,
    expiresAt: row.UnlimitedTime === 1 ? null : row.ExpireAt * 1000,
    downloadsLeft: row.UnlimitedDownloads === 1 ? null : row.DownloadsRemaining,
    passwordHash: row.PasswordHash === '' ? null : (writeSha1Hash(secrets.salt, row.PasswordHash) ?? null),
    files: sealing ? [fileOf(row, sealing, place)] : [],
    // Only its owner could fetch what had been sent to a request.
    oldPaths: arrived ? [] : [`/d/${row.Id}`],
    refusal: refusalOf(row, sealing, place),
  }
}

function refusalOf(
  row: z.output<typeof fileRow>,
  sealing: GokapiSealing | undefined,
  { secrets, now }: Place,
): string | undefined {
  if (row.PendingDeletion !== null && row.PendingDeletion !== 0) return 'It is about to be deleted.'
  if (row.UnlimitedTime !== 1 && row.ExpireAt * 1000 <= now) return 'It has expired.'
  if (row.UnlimitedDownloads !== 1 && row.DownloadsRemaining < 1) return 'It is used up.'
  if (row.AwsBucket !== '') return 'Its file lies in a bucket, not in the folder.'
  if (!sealing) return 'Its encryption cannot be read.'
  if (sealing.kind === 'end-to-end') return 'It is end-to-end encrypted: the server never had its key.'
  if (sealing.kind === 'sealed' && !secrets.masterKey) return 'Its key is not in config/config.json.'
  if (row.PasswordHash !== '' && writeSha1Hash(secrets.salt, row.PasswordHash) === undefined)
    return 'Its password is kept in an unknown way.'
  return undefined
}

function fileOf(
  row: z.output<typeof fileRow>,
  sealing: GokapiSealing,
  { folder, secrets: { masterKey } }: Place,
): SourceFile {
  const size = sealing.kind === 'sealed' ? sealedLength(row.SizeBytes) : row.SizeBytes
  const name = safeFileName(row.Name)
  const stored = folder.file({ path: `data/${row.SHA1}`, name, size })
  if (sealing.kind !== 'sealed' || !masterKey) return stored
  const { key, nonce } = sealing
  return {
    ...stored,
    size: row.SizeBytes,
    async check() {
      openFileKey(masterKey, key, nonce)
      await stored.check()
    },
    read: () => openStream(stored.read(), openFileKey(masterKey, key, nonce)),
  }
}
