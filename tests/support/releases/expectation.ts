import * as z from 'zod'

/** Things that releases since 1.1.0 keep besides, with the secrets that open them. */
const since11 = z.object({
  /** Version of the own terms, which Ada has accepted. */
  terms: z.string(),
  /** Digest of the logo. */
  logo: z.string(),
  groupId: z.string(),
  invitation: z.string(),
  webhook: z.object({ id: z.string(), secret: z.string() }),
  /** Mailbox of the service at 127.0.0.1, entered by an administrator. */
  mailbox: z.object({ port: z.number(), user: z.string(), password: z.string() }),
  /** Path that an imported file had where it came from. */
  imported: z.object({ path: z.string(), password: z.string(), sha256: z.string() }),
  /** Requests of Ada that are locked: with her key pair, and with the one that her browser made. */
  requests: z.object({ key: z.string(), browser: z.string(), browserPassword: z.string() }),
  /** A text behind a link with a password, reported with its key; on SQLite. */
  sealedText: z.optional(
    z.object({
      id: z.string(),
      linkKey: z.string(),
      password: z.string(),
      text: z.string(),
      report: z.string(),
    }),
  ),
  /** A file that the request which is locked in a browser has received; on PostgreSQL. */
  sealedVisit: z.optional(z.object({ id: z.string(), sha256: z.string() })),
})
export type Since11 = z.infer<typeof since11>

/** Data of a release that a later one has to find again, with the secrets that open it. */
export const expectation = z.object({
  version: z.string(),
  /** When the data was made, in milliseconds since 1970: everything in it has expired since. */
  now: z.number(),
  people: z.array(z.object({ username: z.string(), totpSecret: z.string().optional() })),
  apiKey: z.string(),
  transfers: z.array(
    z.object({
      id: z.string(),
      /** Username of the reader; a guest by default. */
      as: z.string().optional(),
      words: z.object({ password: z.string().optional(), keyPassword: z.string().optional() }),
      /** Digest of the content; undefined for several files. */
      sha256: z.string().optional(),
    }),
  ),
  managed: z.object({ linkId: z.string(), manageToken: z.string() }),
  /** How many rows each table held. */
  rows: z.record(z.string(), z.number()),
  since11: z.optional(since11),
})
export type Expectation = z.infer<typeof expectation>
