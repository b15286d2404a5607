import type { Language } from '../../languages.ts'
import { tellCall } from './call-sentences.ts'
import type { WebhookCallType, WebhookFormat } from './webhook-kinds.ts'
import type { WebhookFacts } from './webhooks.ts'

/** Something that happened, as a webhook is told. */
export type CallContent = {
  readonly type: WebhookCallType
  /** Milliseconds since 1970. */
  readonly at: number
  readonly facts: WebhookFacts
}

/** Body of a call, its media type, and further headers of its format. */
export type CallBody = {
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Makes the body of a call in a format. Sentences of the formats for people are in `language`. */
export function composeCall(format: WebhookFormat, content: CallContent, language: Language): CallBody {
  const { type, at, facts } = content
  if (format === 'standard') return json({ type, timestamp: new Date(at).toISOString(), data: facts })
  const { sentence, open } = tellCall(type, facts, language)
  switch (format) {
    case 'slack':
      return json({ text: `${escapeSlack(sentence)} <${facts.page}|${escapeSlack(open)}>` })
    case 'mattermost':
      return json({ text: `${escapeMarkdown(sentence)} [${open}](${facts.page})` })
    case 'matrix':
      return json({
        text: `${sentence} ${facts.page}`,
        html: `${escapeHtml(sentence)} <a href="${escapeHtml(facts.page)}">${escapeHtml(open)}</a>`,
      })
    case 'ntfy':
      return {
        contentType: 'text/plain; charset=utf-8',
        headers: { click: facts.page },
        body: sentence,
      }
    case 'teams':
      return json({
        type: 'message',
        attachments: [
          {
            contentType: 'application/vnd.microsoft.card.adaptive',
            contentUrl: null,
            content: {
              $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
              type: 'AdaptiveCard',
              version: '1.4',
              body: [{ type: 'TextBlock', text: escapeMarkdown(sentence), wrap: true }],
              actions: [{ type: 'Action.OpenUrl', title: open, url: facts.page }],
            },
          },
        ],
      })
  }
}

function json(value: object): CallBody {
  return { contentType: 'application/json', headers: {}, body: JSON.stringify(value) }
}

/** The three characters that Slack's messages reserve. */
function escapeSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/** A name must not become a link, a picture or, with a sign of no width behind its @, a mention. */
function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>#!~]/g, '\\$&').replaceAll('@', '@\u200b')
}

function escapeHtml(text: string): string {
  return escapeSlack(text).replaceAll('"', '&quot;')
}
