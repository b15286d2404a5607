import { createHash, randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ExpectedShare } from '../check-import.ts'
import { type Columns, makeSampleFolder } from '../sample-folder.ts'
import { type EncryptionInfo, encryptionGob } from './gob.ts'
import { sealFileKey, sealStream } from './seal.ts'

/** Tables of Gokapi 1.9 (`early`, with one person who is in no table) and of 2.2 (`late`) that the importer reads. */
const files = `
  create table "FileMetaData" (
    "Id" TEXT NOT NULL UNIQUE, "Name" TEXT NOT NULL, "Size" TEXT NOT NULL, "SHA1" TEXT NOT NULL, "ExpireAt" INTEGER NOT NULL,
    "SizeBytes" INTEGER NOT NULL, "ExpireAtString" TEXT NOT NULL, "DownloadsRemaining" INTEGER NOT NULL,
    "DownloadCount" INTEGER NOT NULL, "PasswordHash" TEXT NOT NULL, "HotlinkId" TEXT NOT NULL, "ContentType" TEXT NOT NULL,
    "AwsBucket" TEXT NOT NULL, "Encryption" BLOB NOT NULL, "UnlimitedDownloads" INTEGER NOT NULL,
    "UnlimitedTime" INTEGER NOT NULL, PRIMARY KEY("Id")
  );
`
const later = `
  alter table "FileMetaData" add column "UserId" INTEGER NOT NULL DEFAULT 0;
  alter table "FileMetaData" add column "UploadDate" INTEGER NOT NULL DEFAULT 0;
  alter table "FileMetaData" add column "PendingDeletion" INTEGER NOT NULL DEFAULT 0;
  alter table "FileMetaData" add column "UploadRequestId" TEXT NOT NULL DEFAULT '';
  create table "Users" (
    "Id" INTEGER NOT NULL UNIQUE, "Name" TEXT NOT NULL UNIQUE, "Password" TEXT, "Permissions" INTEGER NOT NULL,
    "Userlevel" INTEGER NOT NULL, "LastOnline" INTEGER NOT NULL DEFAULT 0, "ResetPassword" INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY("Id" AUTOINCREMENT)
  );
  create table "UploadRequests" (
    "id" TEXT NOT NULL UNIQUE, "name" TEXT, "userid" INTEGER NOT NULL, "expiry" INTEGER NOT NULL,
    "maxFiles" INTEGER NOT NULL, "maxSize" INTEGER NOT NULL, "creation" INTEGER NOT NULL, "apiKey" TEXT, "notes" TEXT,
    PRIMARY KEY("id")
  ) WITHOUT ROWID;
`
const DAY = 24 * 60 * 60
const salt = 'salt of files, thirty characters'

type GokapiVersion = 'early' | 'late'

type Made = {
  readonly name?: string
  readonly bytes?: Uint8Array
  readonly sealed?: boolean
  readonly info?: EncryptionInfo
  readonly columns?: Columns
  readonly password?: string
  readonly spoil?: (stored: Buffer) => Buffer | undefined
  readonly expected?: Partial<ExpectedShare['expected']>
}

/**
 * The folder of a Gokapi that keeps the key of files in its configuration, with 200 files: each odd case ten times.
 * @param level of encryption: 1 keeps the key, 2 asks for a password at each start
 */
export async function makeGokapi(version: GokapiVersion, level: 1 | 2 = 1) {
  const schema = version === 'early' ? files : files + later
  const sample = await makeSampleFolder('gokapi', 'data/gokapi.sqlite', schema)
  const { folder, insert } = sample
  await mkdir(join(folder, 'config'))
  const masterKey = randomBytes(32)
  const cipher = level === 1 ? masterKey.toString('base64') : null
  const configuration = {
    Authentication: { Method: 0, SaltAdmin: 'another', SaltFiles: salt, Username: 'admin' },
    Encryption: { Level: level, Cipher: cipher, Salt: '', Checksum: '', ChecksumSalt: '' },
    ConfigVersion: 22,
  }
  await writeFile(join(folder, 'config/config.json'), JSON.stringify(configuration))
  const now = Math.floor(Date.now() / 1000)
  const isLate = version === 'late'

  async function add(id: string, made: Made): Promise<ExpectedShare> {
    const { name = 'one.txt', bytes = randomBytes(100), sealed = false, columns = {}, password, spoil } = made
    const [key, nonce] = [randomBytes(32), randomBytes(12)]
    const info = made.info ?? {
      ...(sealed && { IsEncrypted: true, DecryptionKey: sealFileKey(key, masterKey, nonce), Nonce: nonce }),
    }
    const sha1 = createHash('sha1').update(bytes).update(id).digest('hex')
    const whole = sealed ? sealStream(bytes, key) : Buffer.from(bytes)
    const stored = spoil ? spoil(whole) : whole
    if (stored) await writeFile(join(folder, 'data', sha1), stored)
    const hash =
      password === undefined
        ? ''
        : createHash('sha1')
            .update(password + salt)
            .digest('hex')
    insert('FileMetaData', {
      ...{ Id: id, Name: name, Size: '1 kB', SHA1: sha1, ExpireAt: now + 3 * DAY, SizeBytes: bytes.length },
      ...{ ExpireAtString: '', DownloadsRemaining: 1, DownloadCount: 0, PasswordHash: hash, HotlinkId: '' },
      ...{ ContentType: 'text/plain', AwsBucket: '', Encryption: encryptionGob(info) },
      ...{ UnlimitedDownloads: 1, UnlimitedTime: 0, ...(isLate && { UserId: 7 }), ...columns },
    })
    const expected = {
      files: [{ name, bytes }],
      ...(password !== undefined && { password }),
      ...made.expected,
    }
    return { id, paths: [`/d?id=${id}`, `/d/${id}`, `/d/${id}/some%20name.txt`], expected }
  }
  async function addRound(n: number): Promise<ExpectedShare[]> {
    const none = (note: RegExp) => ({ files: [], note })
    const cases: Record<string, Made> = {
      plain: {},
      sealed: { sealed: true },
      sealedLong: { sealed: true, bytes: randomBytes(80_000) },
      sealedWholeFragments: { sealed: true, bytes: randomBytes(32_768) },
      sealedEmpty: { sealed: true, bytes: new Uint8Array(0) },
      empty: { bytes: new Uint8Array(0) },
      never: { columns: { UnlimitedTime: 1 }, expected: { note: /never expired/ } },
      expired: { columns: { ExpireAt: now - 1 }, expected: none(/has expired/) },
      limited: { columns: { UnlimitedDownloads: 0, DownloadsRemaining: 4 }, expected: { downloadsLeft: 4 } },
      usedUp: { columns: { UnlimitedDownloads: 0, DownloadsRemaining: 0 }, expected: none(/used up/) },
      password: { password: 'geheim ü' },
      sealedPassword: { sealed: true, password: `p${n}` },
      missing: { spoil: () => undefined, expected: none(/missing/) },
      halfCopied: { spoil: (whole) => whole.subarray(0, 50), expected: none(/50 bytes instead of 100/) },
      altered: {
        sealed: true,
        spoil: (whole) => whole.fill(0, 20, 30),
        expected: { ...none(/was altered/), comesDry: true },
      },
      otherKey: {
        info: { IsEncrypted: true, DecryptionKey: randomBytes(48), Nonce: randomBytes(12) },
        expected: none(/does not open/),
      },
      endToEnd: { info: { IsEncrypted: true, IsEndToEndEncrypted: true }, expected: none(/end-to-end/) },
      bucket: { columns: { AwsBucket: 'a bucket' }, expected: none(/bucket/) },
      emoji: { name: 'Grüße 🎉 한국어.txt' },
      pending: isLate ? { columns: { PendingDeletion: 1 }, expected: none(/about to be deleted/) } : {},
    }
    const shares: ExpectedShare[] = []
    for (const [name, made] of Object.entries(cases)) shares.push(await add(`${name}${n}`, made))
    return shares
  }
  return {
    ...sample,
    add,
    addRound,
  }
}
