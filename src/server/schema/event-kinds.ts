import * as z from 'zod/mini'
import { webhookEvents } from '#contract/accounts/webhooks/webhook-kinds.ts'
import { webhookFacts } from '#contract/accounts/webhooks/webhooks.ts'
import { decisionActions, reportReasons } from '#contract/operations/report-reasons.ts'
import { decisionGround } from '#contract/operations/reports.ts'
import { announcement, language } from '#contract/transfers/files.ts'

/** Milliseconds since 1970. */
const time = z.int()

/** Facts about the transfer in a mail with a link. */
const announcedTransfer = z.object({
  /** Title that the sender gave the transfer; null without one. */
  title: z.nullable(z.string()),
  filename: z.string(),
  /** How many files the sender selected. */
  fileCount: z.int(),
  /** Bytes. */
  size: z.int(),
  expiresAt: time,
  passwordProtected: z.boolean(),
  deleteAfterDownload: z.boolean(),
  /** Only its sender can open it. */
  ownerOnly: z.boolean(),
  /** Its name is sealed, and the mail cannot bring its key; events of 1.0.0 don't say. */
  endToEnd: z.optional(z.boolean()),
})
export type AnnouncedTransfer = z.infer<typeof announcedTransfer>

/** A mail to one person; its message may be the description, which is longer than a note. */
const sentLink = z.extend(z.omit(announcement, { ownLink: true }), {
  message: z.optional(z.string()),
  /** Id of their own link, if they have one. */
  linkId: z.optional(z.string()),
  /** Whether they have been mailed that link before. */
  isReminder: z.optional(z.boolean()),
})
export type SentLink = z.infer<typeof sentLink>

const sentLinks = z.object({
  transfer: announcedTransfer,
  /** One for each address. */
  announcements: z.array(sentLink),
  /** The sender's, as an IANA name that the server knows. */
  timeZone: z.optional(z.string()),
})

/** A transfer as it was when it happened: its row may have lost its name since. */
const concernedTransfer = z.object({
  filename: z.string(),
  expiresAt: time,
  /** Whether it has ended with its download: it has not while another of its links can be downloaded. */
  deleted: z.boolean(),
})
export type ConcernedTransfer = z.infer<typeof concernedTransfer>

/** A person as they were when it happened: the address may have changed since, and the account be gone. */
const person = z.object({ username: z.string(), email: z.string(), language: z.nullable(language) })

/** Security event of an account that its owner should know about, and undo if it was not them. */
export const securityNotice = z.enum([
  'newSignIn',
  'passwordChanged',
  'accountReclaimed',
  'emailChanged',
  'emailChangeRequested',
  'identityConnected',
  'identityDisconnected',
  'apiKeyCreated',
  'secondFactorOn',
  'secondFactorOff',
  'passkeyAdded',
  'passkeyRemoved',
  'appRemoved',
  'recoveryCodeUsed',
  'recoveryCodesMade',
  'factorsReset',
  'keyPasswordChanged',
  'keyDeleted',
  'sessionStolen',
  'accountErased',
  'noticesOff',
  'webhookOff',
])
export type SecurityNotice = z.infer<typeof securityNotice>

/** Letter about a decision to one of the people concerned. */
const decisionLetter = z.object({
  to: z.enum(['reporter', 'uploader']),
  email: z.string(),
  language: z.nullable(language),
  number: z.string(),
  action: z.enum(decisionActions),
  ground: decisionGround,
  facts: z.string(),
  automated: z.boolean(),
  /** To how many further transfers of the uploader it applies; 0 for reporters. */
  others: z.int(),
  /** Null where it follows an objection: there is none against it. */
  objectUntil: z.nullable(time),
  /** Name of the uploader's transfer, or title of the file request; empty for reporters, and once it has ended. */
  filename: z.string(),
  /** To an uploader against whom nothing was found: whether the transfer is open to others again. */
  available: z.optional(z.boolean()),
  /** Whether a file request was reported, and no transfer. */
  isRequest: z.optional(z.boolean()),
  /** Name of the person who claims a copyright, for the uploader. */
  claimant: z.nullable(z.string()),
  /** Address of the page with the same text; it carries a token. */
  url: z.string(),
})
export type DecisionLetter = z.infer<typeof decisionLetter>

function kind<Kind extends string, Payload extends z.core.$ZodType>(name: Kind, payload: Payload) {
  return z.object({ kind: z.literal(name), payload })
}

/** Every kind of event, with what it says beside whose account, which transfer and which link it is about. */
export const eventContent = z.discriminatedUnion('kind', [
  kind('transfer.created', sentLinks),
  kind('link.sent', sentLinks),
  kind(
    'code.requested',
    z.object({
      email: z.string(),
      language: z.nullable(language),
      /** Purpose: a link, a manage link, a file request, the data held about the address, or a report. */
      purpose: z.enum(['link', 'manage', 'rights', 'request', 'report']),
      code: z.string(),
      expiresAt: time,
    }),
  ),
  kind(
    'transfer.manage-link-requested',
    z.object({
      email: z.string(),
      language: z.nullable(language),
      /** With the manage token. */
      url: z.string(),
      filename: z.string(),
      expiresAt: time,
    }),
  ),
  /** The operator is mailed. */
  kind(
    'report.received',
    z.object({
      number: z.string(),
      reason: z.enum(reportReasons),
      explanation: z.string(),
      /** Whether a rule has disabled the transfer already, and whether it had ended before. */
      isDisabled: z.boolean(),
      gone: z.boolean(),
      /** Whether a file request was reported, and no transfer. */
      isRequest: z.optional(z.boolean()),
      /** Disables the transfer, once; null where there is nothing to disable, or the button has been used. */
      buttonToken: z.nullable(z.string()),
    }),
  ),
  kind('report.appealed', z.object({ number: z.string(), reason: z.enum(reportReasons) })),
  /** One letter to one person. */
  kind('report.decided', decisionLetter),
  kind('transfer.downloaded', concernedTransfer),
  /** It expires within the hour. */
  kind('transfer.expiring', concernedTransfer),
  kind('transfer.expired', concernedTransfer),
  /**
   * Some of its content was found missing or altered. Instances of 1.0.0 don't know it: they put it off until a later one
   * takes it.
   */
  kind('transfer.damaged', concernedTransfer),
  /** A visitor has sent something to a request. */
  kind('request.received', z.object({ requestId: z.string(), title: z.string() })),
  /** A request has ended because its key was deleted. */
  kind('request.key-deleted', z.object({ requestId: z.string(), title: z.string() })),
  /**
   * Something that a webhook waits for. The facts include a name, which leaves only where the webhook wants names. Instances of
   * 1.0.0 don't know it: they put it off until a later one takes it.
   */
  kind(
    'webhook.occurred',
    z.object({
      type: z.enum(webhookEvents),
      facts: z.omit(webhookFacts, { page: true }),
      /** Whether the owner's webhooks are not told, only those of the service. */
      serviceOnly: z.optional(z.boolean()),
    }),
  ),
  kind('account.password-reset-requested', z.object({ person, token: z.string(), expiresAt: time })),
  /** Instances of 1.0.0 don't know it: they put it off until a later one takes it. */
  kind(
    'account.invited',
    z.object({ email: z.string(), language: z.nullable(language), token: z.string(), expiresAt: time }),
  ),
  kind(
    'account.email-verification-requested',
    z.object({
      /** With the address that is to be confirmed. */
      person,
      /** Whether it is to replace another. */
      isChange: z.boolean(),
      token: z.string(),
      expiresAt: time,
    }),
  ),
  kind(
    'account.security-notice',
    z.object({
      person,
      notice: securityNotice,
      /** Whether the person wanted security mails when it happened. */
      wanted: z.boolean(),
      /** Device, such as «Firefox, Windows»; empty for an unknown device, missing where there is none. */
      device: z.optional(z.string()),
    }),
  ),
])
export type EventContent = z.infer<typeof eventContent>

/** An event that is to be appended. The user is the person whose account or transfer it is about. */
export type NewEvent = EventContent & {
  readonly userId?: string | null
  readonly transferId?: string
  readonly linkId?: string
}

/** An event as subscribers get it; `at` in milliseconds since 1970. */
export type RecordedEvent = EventContent & {
  readonly id: string
  readonly at: number
  readonly userId: string | null
  readonly transferId: string | null
  readonly linkId: string | null
}

/** The event of one kind. */
export type EventOf<Kind extends EventContent['kind']> = Extract<RecordedEvent, { kind: Kind }>
