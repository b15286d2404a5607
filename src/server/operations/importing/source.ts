import type { KeptFile } from '#server/transfers/upload/bodies/read-kept-files.ts'

/** Services that can be imported from. Forks that share their ids are of one family. */
export const sourceNames = ['pingvin', 'pingvin-x', 'palmr', 'erugo', 'gokapi'] as const
export type SourceName = (typeof sourceNames)[number]

/** Something in a source. */
type Item = {
  /** Unique among those of its kind, in every copy of the source and every version. */
  readonly id: string
  /** Reason why it does not come, in a sentence; undefined if it may. */
  readonly refusal: string | undefined
}

export type SourcePerson = Item & {
  readonly username: string
  readonly email: string
  readonly isAdmin: boolean
}

/** A link through which others send files to a person. */
export type SourceRequest = Item & {
  readonly ownerId: string
  readonly title: string | null
  readonly instructions?: string | null
  /** Extensions of files that it takes; any without. */
  readonly types?: readonly string[] | undefined
  /** Deadline, in milliseconds since 1970; null for never. */
  readonly until: number | null
  /** How many uploads it still takes; null for any number. */
  readonly uploadsLeft: number | null
  /** Bytes of one upload; null for any number. */
  readonly largestUpload: number | null
  readonly oldPaths: readonly string[]
}

export type SourceShare = Item & {
  /** Name for reports. */
  readonly name: string
  /** Null for a share without an owner. */
  readonly ownerId: string | null
  readonly title: string | null
  readonly message: string | null
  /** End, in milliseconds since 1970; null for never. */
  readonly expiresAt: number | null
  /** How often it may still be downloaded; null for no limit. */
  readonly downloadsLeft: number | null
  readonly passwordHash: string | null
  readonly files: readonly SourceFile[]
  /** Paths of its addresses, such as /share/abc. */
  readonly oldPaths: readonly string[]
}

export type SourceFile = Omit<KeptFile, 'read'> & {
  /**
   * Asserts that it can be read.
   * @throws SourceProblem for a file that is missing, has another size than recorded, or lies elsewhere
   */
  check(): Promise<void>
  /** @throws SourceProblem, also in the middle */
  read(): AsyncIterable<Uint8Array>
}

/** Files with secrets that a source does not have in its folder. */
export type SourceSecrets = {
  /** Path of a file with the key of its files. */
  readonly keyFile?: string | undefined
  /** Path of a file with the variables of its S3 store. */
  readonly s3File?: string | undefined
}

/** The data of another service, read only. */
export type Source = {
  /** Name of the services whose ids mean the same. */
  readonly family: string
  people(): Iterable<SourcePerson>
  requests(): Iterable<SourceRequest>
  shares(): Iterable<SourceShare> | AsyncIterable<SourceShare>
  close(): void
}

/** Data of another service that cannot be used. The message is a sentence for operators. */
export class SourceProblem extends Error {
  override readonly name = 'SourceProblem'
}

const refusal = 'Its record cannot be read.'

/** Stands for records that cannot be read. */
export const unreadable = {
  person: { id: '', username: '', email: '', isAdmin: false, refusal } satisfies SourcePerson,
  request: {
    id: '',
    ownerId: '',
    title: null,
    until: 0,
    uploadsLeft: null,
    largestUpload: null,
    oldPaths: [],
    refusal,
  } satisfies SourceRequest,
  share: {
    id: '',
    name: '',
    ownerId: null,
    title: null,
    message: null,
    expiresAt: null,
    downloadsLeft: null,
    passwordHash: null,
    files: [],
    oldPaths: [],
    refusal,
  } satisfies SourceShare,
}
