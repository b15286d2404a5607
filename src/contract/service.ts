import * as z from 'zod/mini'
import { termsPrompts } from './accounts/terms.ts'
import { requestsConfig } from './requests/requests.ts'

const check = z.enum(['ok', 'down', 'off'])

/** `off` means: not configured, and the service works without it. */
export const healthReply = z.object({
  success: z.boolean(),
  status: z.enum(['ok', 'degraded']),
  version: z.string(),
  checks: z.object({ database: check, storage: check, scanner: check, mail: check }),
  /** Names of the alarms that are raised; see docs/operations.md. */
  alarms: z.array(z.string()),
})

/** How long what is kept at most, in milliseconds. */
const retention = z.object({
  /** Records of ended files. */
  endedFiles: z.int(),
  unfinishedUploads: z.int(),
  /** File requests of which no upload is left, after their deadline. */
  requests: z.int(),
  /** Mails on their way, with the addresses they go to. */
  mails: z.int(),
  /** That a mail was sent, by whom as it said, under a hash of the address. */
  webhookCalls: z.int(),
  sentMails: z.int(),
  sessions: z.int(),
  rememberedSessions: z.int(),
  devices: z.int(),
  /** Networks in the history of a transfer. */
  networks: z.int(),
  resetLinks: z.int(),
  invitations: z.int(),
  /** Links that confirm an address, and accounts with an unconfirmed address. */
  verificationLinks: z.int(),
  unverifiedAccounts: z.int(),
  /** Sign-ins on their way to a provider and back. */
  providerSignIns: z.int(),
  /** That a person has shown who they are, for a change of credentials or on the way in. */
  confirmations: z.int(),
  expiredApiKeys: z.int(),
  wrongPasswords: z.int(),
  /** Codes that were mailed, as hashes. */
  codes: z.int(),
  deviceCodes: z.int(),
  /** From which networks addresses were confirmed by a code, as hashes. */
  confirmedAddresses: z.int(),
  /** Counts of what an address or a person did, which limits are made of. */
  allowances: z.int(),
  notifications: z.int(),
  auditLog: z.int(),
  /** Reporters and their texts, counted from the decision. */
  reporters: z.int(),
  decisions: z.int(),
})
export type Retention = z.infer<typeof retention>

/** Everything the web app must know before it can offer anything. Durations in milliseconds, sizes in bytes. */
export const configReply = z.object({
  success: z.literal(true),
  limits: z.object({
    /** Largest single file. `free` also holds for senders without an account. */
    fileSize: z.object({ free: z.int(), pro: z.int() }),
    /** Total of all files of one link; never above what is left of the caller's storage. */
    transferSize: z.object({ free: z.int(), pro: z.int() }),
    /** Bytes that are left of the caller's storage; null without an account. */
    storageLeft: z.nullable(z.int()),
    files: z.int(),
    /** UTF-8 bytes of their paths together. */
    paths: z.int(),
    /** People that the caller may mail one transfer to, and how many of them with a link of their own: 0 without a mail server. */
    recipients: z.int(),
    ownLinks: z.int(),
    /** Links of one transfer, and files added one after the other. */
    links: z.int(),
    transferFiles: z.int(),
    /** The largest number of downloads that a link can be limited to. */
    downloadLimit: z.int(),
    /** How long a transfer may live in all, however often it is extended. */
    longestLife: z.int(),
    label: z.int(),
    title: z.int(),
    senderName: z.int(),
    fileName: z.int(),
    filePassword: z.int(),
    description: z.int(),
    emailMessage: z.int(),
  }),
  expiryOptions: z.array(z.object({ value: z.string(), duration: z.int(), pro: z.boolean() })),
  defaultExpiry: z.string(),
  /** How far ahead of now the caller may move the end of a transfer. */
  longestExpiry: z.int(),
  /** Limits of the caller's file requests. */
  requests: requestsConfig,
  /** Whether a file password has to be set, unless a key locks the file, and how long one has to be at least. */
  filePassword: z.object({ required: z.boolean(), minLength: z.int() }),
  encryptionMethods: z.array(
    z.object({ value: z.string(), comingSoon: z.boolean(), signInRequired: z.boolean() }),
  ),
  /** PUBLIC_URL; null while it is unset: the links that replies carry then lead to this machine only. */
  publicUrl: z.nullable(z.string()),
  /** Second origin, without a slash at the end, that takes uploads. */
  uploadOrigin: z.nullable(z.string()),
  /**
   * Bytes above which an upload is resumable, and above which it goes to the upload origin, and whether it says when its files
   * were modified: not while an instance of 1.0, which refuses that, works beside.
   */
  routing: z.object({ resumableAbove: z.int(), directAbove: z.int(), fileTimes: z.boolean() }),
  /** File name extensions, without a dot: those taken (null: all), and those never taken. */
  fileTypes: z.object({ allowed: z.nullable(z.array(z.string())), dangerous: z.array(z.string()) }),
  maintenance: z.object({ active: z.boolean(), message: z.string() }),
  termsVersion: z.string(),
  /** How people are asked to accept the terms; with `at-upload` the dialog opens only once they have changed. */
  termsPrompt: z.enum(termsPrompts),
  /** Whether people can register without an invitation: anyone, or those with an address at one of `registrationDomains`. */
  registrationOpen: z.boolean(),
  /** Mail domains that an address has to be at; null for any. */
  registrationDomains: z.nullable(z.array(z.string())),
  /** The provider people can sign in with, by its name, and whether a first sign-in creates an account. */
  oidc: z.nullable(z.object({ name: z.string(), signUp: z.boolean() })),
  passwordSignIn: z.enum(['on', 'admins', 'off']),
  /** Accounts that must use a second step at sign-in. */
  secondFactor: z.enum(['optional', 'administrators', 'all']),
  /** Whether browsers use passkeys here: never at a network address, and elsewhere over https or on this machine. */
  passkeys: z.boolean(),
  /** Whether anyone can report a transfer. */
  reports: z.boolean(),
  /** Whether pages speak of plans: with `hidden` there is neither Pro nor a price. */
  plans: z.enum(['coming-soon', 'hidden']),
  /** Whether addresses are confirmed by a link that is mailed. */
  emailVerification: z.boolean(),
  /** Whether the caller could send without an account from where they are. */
  anonymousUploads: z.boolean(),
  /** Whether they could from the network of the operator; servers of 1.0.0 don't say. */
  anonymousUploadsElsewhere: z._default(z.boolean(), false),
  /** Whose files may be end-to-end encrypted, and whether the caller's may; servers of 1.0.0 don't say. */
  endToEnd: z._default(z.object({ mode: z.enum(['off', 'accounts', 'all']), allowed: z.boolean() }), {
    mode: 'off',
    allowed: false,
  }),
  /** Rules that hold for the caller, and in whose name; absent where the options of the service are all there is. */
  rules: z.optional(
    z.object({
      by: z.string(),
      /** Names of the rules that are set. */
      set: z.array(z.string()),
      downloadLimit: z.object({
        usual: z.nullable(z.int()),
        least: z.int(),
        most: z.int(),
        /** Whether a link without a limit is refused. */
        required: z.boolean(),
      }),
      endToEndAlways: z.boolean(),
      recipientCode: z.boolean(),
      recipientDomains: z.nullable(z.array(z.string())),
      requestLocks: z.nullable(z.array(z.string())),
      apiKeys: z.int(),
    }),
  ),
  /** Whether mails reach anyone: the same as `mailServer`. Without a mail server they are taken, and kept as files. */
  mailEnabled: z.boolean(),
  /** Whether a mail server is configured. Without one there are no personal links or codes, and no mail is sent. */
  mailServer: z.boolean(),
  scanner: z.enum(['off', 'built-in', 'clamd']),
  supportMail: z.nullable(z.string()),
  socialUrl: z.nullable(z.string()),
  /** Operator of this service; null if not configured. */
  operator: z.nullable(
    z.object({ name: z.string(), address: z.nullable(z.string()), details: z.array(z.string()) }),
  ),
  privacyMail: z.nullable(z.string()),
  /** Location of the servers in the operator's words; null: somewhere in the European Union. */
  hostingRegion: z.nullable(z.string()),
  /** The companies that process data for the operator, in the operator's words. */
  processors: z.array(z.string()),
  /** How long what is kept; files themselves are kept as their senders choose. */
  retention,
})
export type ServiceConfig = z.infer<typeof configReply>
