/**
 * Every limit a user can meet, once; those of sizes are options, see config.ts of the server. The server enforces
 * them and reports them through `GET /api/config`; no page carries a number of its own.
 */
export const KIB = 1024
export const MIB = 1024 * KIB
export const GIB = 1024 * MIB

/** How many files one link may carry. */
export const maxFiles = 80_000

/** UTF-8 bytes that the paths of all files of one link may have together: 104 each where there are 80 000. */
export const maxPathBytes = 8 * MIB

/** UTF-8 bytes that the name of a file or folder may have: what the file systems of receivers take. */
export const maxNameBytes = 255

/** How many links one transfer may have, and how many files: several sent together are one. */
export const maxLinks = 200
export const maxTransferFiles = 20

/** The largest number of downloads that a link can be limited to. */
export const maxDownloadLimit = 1000

/** How many files of a transfer one selection may have. */
export const maxSelection = 1000

/** How many files of a transfer may come with a thumbnail, and how large one may be: bytes, and pixels of a side. */
export const thumbnailLimits = { count: 200, bytes: 24 * KIB, side: 512 } as const

/** The field of a thumbnail: this and the name of its file, which comes after it. */
export const thumbnailPrefix = 'thumbnail_'

/** How much of a text its preview shows, in bytes. */
export const previewedText = 256 * KIB

/** How many people one transfer may be mailed to, and how many of them may have a link of their own. */
export const recipientLimits = {
  guest: { recipients: 20, ownLinks: 5 },
  account: { recipients: 50, ownLinks: 50 },
} as const

/** Digits of a code that is mailed. */
export const codeDigits = 6

/** Lengths in UTF-16 code units, as browsers count `maxlength`. */
export const lengths = {
  fileName: 255,
  /** A folder's path below what was picked. */
  folderPath: 1024,
  filePassword: 1024,
  title: 100,
  description: 500,
  emailMessage: 300,
  senderName: 100,
  emailAddress: 254,
  timeZone: 64,
  label: 100,
} as const

/** Form of a username. */
export const usernamePattern = /^[A-Za-z0-9_-]{3,50}$/

/** Days after which everybody has to sign in anew, with "remember me". */
export const rememberedDays = 30

/** How long a name and a password of an account may be, in characters. */
export const accountLengths = {
  username: { least: 3, most: 50 },
  password: { least: 8, most: 1024 },
} as const

/** Bytes that all live files of a new account may have together. */
export const defaultStorageLimit = 2 * GIB

/**
 * Which way an upload takes, by the bytes of its files. Above `resumableAbove` it is resumable, with the streaming
 * call as the fallback; above `directAbove` it goes to the upload origin, where there is one.
 */
export const uploadRouting = {
  resumableAbove: 100 * MIB,
  directAbove: 95 * MIB,
  /** With UPLOAD_DIRECT_EARLY, the part of `directAbove` from which the upload origin is taken. */
  directEarlyPart: 0.8,
} as const

/** Limits of the multipart reader. Sizes in bytes. */
export const formLimits = {
  /** Text fields apart from the folder paths, of which every file may have one. */
  fields: 200,
  headerBytes: 8 * KIB,
  fieldBytes: 64 * KIB,
} as const
