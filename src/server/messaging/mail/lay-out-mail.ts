import { paletteOf } from '#contract/operations/branding/colours.ts'
import { defaultIdentity, type Identity } from '#contract/operations/branding/identity.ts'
import { defaultColour, textIn } from '#contract/operations/branding/names.ts'
import { type Html, html } from './html.ts'
import type { MailTexts } from './mail-texts.ts'

/** A mail in its two forms, both with the same words. */
export type MailContent = {
  readonly subject: string
  readonly text: string
  readonly html: string
  /** Stops such mails to its recipient, when it is posted to (RFC 8058). */
  readonly stopUrl?: string | undefined
}

/** Addresses that stop mails of other people: a page, and one for mail programs. */
export type StopAddresses = { readonly page: string; readonly post: string }

/** The service as its mails name it. */
export type MailSite = {
  /** Host that people know it by. */
  readonly site: string
  /** Support address, if there is one. */
  readonly supportMail?: string | undefined
  /** Name, colour and own texts; the default ones unless given. */
  readonly identity?: Identity | undefined
}

/** Contents of a mail, from top to bottom. Words of strangers are cleaned before they come here. */
type MailParts = {
  readonly texts: MailTexts
  readonly supportMail: MailSite['supportMail']
  readonly identity?: MailSite['identity']
  readonly subject: string
  readonly lead: string
  readonly headline: string
  /** Words of someone else, which may have several lines. */
  readonly quote?: { readonly intro: string; readonly words: string } | undefined
  readonly action?: { readonly label: string; readonly url: string } | undefined
  /** Shown below the button, such as until when it works. */
  readonly notes: readonly string[]
  readonly facts: readonly string[]
  /** Why the mail came, which stands small at its end; where to ask, and that nothing is tracked, follow. */
  readonly reasons: readonly string[]
  /** For mails of other people; undefined for those about the recipient's own account. */
  readonly stop?: StopAddresses | undefined
}

/**
 * Lays a mail out. The HTML is well-formed XML, has its light style in its elements, as mail programs want it, and points
 * to nothing but the action's address, written out in full below the button, and where such mails are stopped. Programs that read its style sheet show it
 * dark where the reader's system is, and with a wide button on a narrow screen.
 */
export function layOutMail(parts: MailParts): MailContent {
  const { supportMail, stop } = parts
  const { text } = parts.texts
  const questions = supportMail ? [text('questions', { address: supportMail })] : []
  const whole = { ...parts, reasons: [...parts.reasons, ...questions, text('noTracking')] }
  return {
    subject: parts.subject,
    text: asText(whole),
    html: asHtml(whole).markup,
    stopUrl: stop?.post,
  }
}

function asText(parts: MailParts): string {
  const { lead, headline, action, notes, quote, facts, reasons, stop } = parts
  const { text } = parts.texts
  const beforeColon = (words: string) => text('colon', { words })
  const { introduction, signature } = ownTexts(parts)
  const quoted = quote && `${quote.intro}\n${quote.words.replace(/^/gm, '> ')}`
  const blocks = [
    introduction,
    beforeColon(lead),
    [headline, ...facts].join('\n'),
    quoted,
    action && `${beforeColon(action.label)}\n${action.url}`,
    notes.join('\n'),
    signature,
    ['--', ...reasons, ...(stop ? [`${beforeColon(text('stop'))} ${stop.page}`] : [])].join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

const font = "font-family:'Sofia Sans',-apple-system,'Segoe UI',Helvetica,Arial,sans-serif"
const small = 'margin:0 0 6px;font-size:15px'

/** Words of the operator in the language of the mail. */
function ownTexts({ texts, identity = defaultIdentity }: Pick<MailParts, 'texts' | 'identity'>) {
  return {
    introduction: textIn(identity.mailIntroduction, texts.language),
    signature: textIn(identity.mailSignature, texts.language),
  }
}

type Look = {
  readonly box: string
  readonly edge: string
  readonly ink: string
  readonly act: string
  readonly onAct: string
  readonly dark: { readonly box: string; readonly ink: string; readonly edge: string; readonly act: string }
}

/** The colours of the service's pages, as tokens.css has them. */
const usualLook: Look = {
  box: '#FFD02E',
  edge: '#E3B200',
  ink: '#121715',
  act: '#121715',
  onAct: '#FFFFFF',
  dark: { box: '#29230A', ink: '#FFF2C4', edge: '#6B5A12', act: '#FFD02E' },
}

function lookOf({ identity = defaultIdentity }: Pick<MailParts, 'identity'>): Look {
  if (identity.colour === defaultColour) return usualLook
  const { light, dark } = paletteOf(identity.colour)
  return {
    box: light.box,
    edge: light.boxEdge,
    ink: light.boxInk,
    act: light.slot,
    onAct: light.onSlot,
    dark: { box: dark.box, ink: dark.boxInk, edge: dark.boxEdge, act: dark.slot },
  }
}

/** Mail programs take `!important` to beat the style of an element; those that read no style sheet stay light. */
function styleSheet({ dark }: Look): Html {
  return html`<style>
:root{color-scheme:light dark}
@media (prefers-color-scheme:dark){
.page{background:#0E1110!important;color:#EEF2F0!important}
.box{background:${dark.box}!important;color:${dark.ink}!important;border-color:${dark.edge}!important}
.slip{background:#171B19!important;border-color:#2F3633!important}
.act{background:${dark.act}!important;color:#121715!important}
.dim{color:#B0BAB5!important}
.quote{border-color:${dark.act}!important}
}
@media (max-width:480px){
.pad{padding-left:20px!important;padding-right:20px!important}
.act{display:block!important;text-align:center!important}
}
</style>`
}

function asHtml(parts: MailParts): Html {
  const { texts, subject, lead, headline, action, notes, quote, facts, reasons, stop } = parts
  const { name } = parts.identity ?? defaultIdentity
  const { introduction, signature } = ownTexts(parts)
  const look = lookOf(parts)
  const quoted =
    quote &&
    html`<p style="${small}">${quote.intro}</p>
<p class="quote" dir="auto" style="margin:0 0 20px;padding-left:14px;border-left:4px solid ${look.act};overflow-wrap:anywhere">${broken(quote.words)}</p>
`
  return html`<!doctype html>
<html lang="${texts.language}">
<head><meta charset="utf-8" /><title>${subject}</title><meta name="viewport" content="width=device-width" /><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" />
${styleSheet(look)}</head>
<body class="page" style="margin:0;padding:0;background:#F1F4F3;color:#121715;font-size:16px;line-height:1.5;${font}">
<div style="max-width:560px;margin:0 auto;padding:32px 16px">
<p style="margin:0 0 16px;font-size:20px;font-weight:800">${name}</p>
${introduction && ownWords(introduction)}<div class="box pad" style="background:${look.box};color:${look.ink};border:1px solid ${look.edge};border-radius:16px 16px 0 0;padding:28px 32px">
<p style="margin:0 0 6px;overflow-wrap:anywhere"><bdi>${lead}</bdi></p>
<h1 style="margin:0 0 18px;font-size:26px;line-height:1.15;font-weight:700;overflow-wrap:anywhere"><bdi>${headline}</bdi></h1>
${quoted}${action && buttonOf(action, look)}${notes.map((note) => html`<p style="${small}">${note}</p>\n`)}</div>
${action && slipOf(facts, texts.text('copyLink'), action.url)}${signature && ownWords(signature)}<div class="dim" style="margin:20px 0 0;font-size:13px;color:#4A534F;overflow-wrap:anywhere">
${reasons.map((reason) => html`<p style="margin:0 0 6px">${reason}</p>\n`)}${stop && stopOf(texts.text('stop'), stop.page)}</div>
</div>
</body>
</html>
`
}

function ownWords(words: string): Html {
  return html`<p dir="auto" style="margin:20px 0 16px;overflow-wrap:anywhere">${broken(words)}</p>
`
}

function buttonOf({ label, url }: { label: string; url: string }, { act, onAct }: Look): Html {
  return html`<p style="margin:0 0 16px"><a class="act" href="${url}" style="display:inline-block;background:${act};color:${onAct};text-decoration:none;font-size:18px;font-weight:600;padding:15px 28px;border-radius:10px">${label}</a></p>
`
}

function slipOf(facts: readonly string[], copyLink: string, url: string): Html {
  return html`<div class="slip pad" style="background:#FFFFFF;border:1px solid #D3D9D6;border-top:0;border-radius:0 0 16px 16px;padding:22px 32px">
${facts.map((fact) => html`<p style="margin:0 0 6px;font-size:15px;overflow-wrap:anywhere"><bdi>${fact}</bdi></p>\n`)}<p class="dim" style="margin:0;font-size:14px;color:#4A534F;overflow-wrap:anywhere">${copyLink}<br />${url}</p>
</div>
`
}

function stopOf(label: string, url: string): Html {
  return html`<p style="margin:0 0 6px"><a class="dim" href="${url}" style="color:#4A534F">${label}</a></p>
`
}

function broken(words: string): Html[] {
  return words.split('\n').map((line, index) => (index === 0 ? html`${line}` : html`<br />${line}`))
}
