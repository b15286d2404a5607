import { type Html, html } from './html.ts'
import type { MailTexts } from './texts.en.ts'

/** A mail in its two forms, both with the same words. */
export type MailContent = { readonly subject: string; readonly text: string; readonly html: string }

/** The service as its mails name it. */
export type MailSite = {
  /** Host that people know it by. */
  readonly site: string
  /** Where they may ask, if there is such an address. */
  readonly supportMail?: string | undefined
}

/** What a mail has to say, from top to bottom. Words of strangers are cleaned before they come here. */
export type MailParts = {
  readonly texts: Pick<MailTexts, 'language' | 'colon' | 'questions' | 'noTracking'>
  readonly supportMail: MailSite['supportMail']
  readonly subject: string
  readonly lead: string
  readonly headline: string
  readonly action: { readonly label: string; readonly url: string }
  /** Shown below the button, such as until when it works. */
  readonly notes: readonly string[]
  /** Words of someone else, which may have several lines. */
  readonly quote?: { readonly intro: string; readonly words: string } | undefined
  readonly facts: readonly string[]
  /** Why the mail came, which stands small at its end; where to ask, and that nothing is tracked, follow. */
  readonly reasons: readonly string[]
}

/**
 * Lays a mail out. The HTML is well-formed XML, has its style in its elements, as mail programs want it, and points to
 * nothing but the action's address, written out in full beside the button.
 */
export function layOutMail(parts: MailParts): MailContent {
  const { texts, supportMail } = parts
  const questions = supportMail ? [texts.questions(supportMail)] : []
  const whole = { ...parts, reasons: [...parts.reasons, ...questions, texts.noTracking] }
  return { subject: parts.subject, text: asText(whole), html: asHtml(whole).markup }
}

function asText({ texts, lead, headline, action, notes, quote, facts, reasons }: MailParts): string {
  const quoted = quote && `${quote.intro}\n${quote.words.replace(/^/gm, '> ')}`
  const blocks = [
    `${lead}${texts.colon}`,
    [headline, ...facts].join('\n'),
    `${action.label}${texts.colon}\n${action.url}`,
    notes.join('\n'),
    quoted,
    ['--', ...reasons].join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const font = "font-family:'Sofia Sans',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"
const small = 'margin:0 0 6px;font-size:14px'

function asHtml({ texts, subject, lead, headline, action, notes, quote, facts, reasons }: MailParts): Html {
  const quoted =
    quote &&
    html`<p style="${small}">${quote.intro}</p>
<p dir="auto" style="margin:0 0 16px;padding-left:14px;border-left:4px solid #FFD02E">${broken(quote.words)}</p>
`
  return html`<!doctype html>
<html lang="${texts.language}">
<head><meta charset="utf-8" /><title>${subject}</title><meta name="viewport" content="width=device-width" /></head>
<body style="margin:0;padding:0;background:#F1F4F3;color:#121715;font-size:16px;line-height:1.5;${font}">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-size:20px;font-weight:800">Restante</p>
<div style="background:#FFD02E;border-radius:16px 16px 0 0;padding:28px 32px">
<p style="margin:0 0 6px"><bdi>${lead}</bdi></p>
<h1 style="margin:0 0 18px;font-size:26px;line-height:1.15;font-weight:700;overflow-wrap:anywhere"><bdi>${headline}</bdi></h1>
<p style="margin:0 0 16px"><a href="${action.url}" style="display:inline-block;background:#121715;color:#FFFFFF;text-decoration:none;font-weight:600;padding:14px 24px;border-radius:10px">${action.label}</a></p>
${notes.map((note) => html`<p style="${small}">${note}</p>\n`)}</div>
<div style="background:#FFFFFF;border:1px solid #D3D9D6;border-top:0;border-radius:0 0 16px 16px;padding:22px 32px">
${quoted}<p style="margin:0;font-size:14px;color:#4A534F;overflow-wrap:anywhere">${facts.map((fact) => html`${fact}<br />`)}${action.url}</p>
</div>
<div style="margin:20px 0 0;font-size:13px;color:#4A534F">
${reasons.map((reason) => html`<p style="margin:0 0 6px">${reason}</p>\n`)}</div>
</div>
</body>
</html>
`
}

function broken(words: string): Html[] {
  return words.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))
}
