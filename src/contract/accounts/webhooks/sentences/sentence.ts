import type { WebhookCallType } from '../webhook-kinds.ts'
import type { WebhookFacts } from '../webhooks.ts'

/** Facts of a call, in the words of a language. */
type Told = {
  readonly name: string | undefined
  readonly files: string
  readonly fileCount: number
  readonly size: string
  readonly downloads: string
  readonly limit: string | undefined
  readonly reason: WebhookFacts['reason']
}

export type Sentences = {
  /** Names of units of bytes. */
  readonly units: readonly [string, string, string, string, string]
  /** Number of files, such as "3 files". */
  files(count: string, rule: Intl.LDMLPluralRule): string
  /** Label of the link to the portal. */
  readonly open: string
  readonly say: Readonly<Record<WebhookCallType, (told: Told) => string>>
}
