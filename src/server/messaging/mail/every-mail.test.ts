import assert from 'node:assert/strict'
import { test } from 'node:test'
import { languages } from '#contract/languages.ts'
import { defaultIdentity } from '#contract/operations/branding/identity.ts'
import { securityNotice } from '#server/schema/event-kinds.ts'
import { fileSharedMail } from './compose-link-mail.ts'
import {
  codeMail,
  emailVerificationMail,
  fileEvents,
  fileNoticeMail,
  invitationMail,
  manageLinkMail,
  passwordResetMail,
  requestNoticeMail,
  securityNoticeMail,
  securityReason,
  testMail,
} from './compose-mails.ts'
import type { MailContent } from './lay-out-mail.ts'
import { type MailTexts, textsIn } from './mail-texts.ts'

const site = 'files.example.eu'
const url = `https://${site}/somewhere`
const supportMail = 'help@example.eu'
const at = Date.UTC(2026, 10, 21, 18, 5)

const stop = { page: `https://${site}/stop-mails#token`, post: `https://${site}/api/mails/stop/token` }

/** `action`: none where there is nothing to press. Mails that other people send can be stopped. */
type Mail = { name: string; content: MailContent; reason: string; action?: string; fromOthers?: true }

/** Every mail that there is, in one language. */
function everyMail(texts: MailTexts, identity = defaultIdentity): Mail[] {
  const { text } = texts
  const file = { filename: 'plan.pdf', expiresAt: at, url, site, supportMail, identity }
  const locks = { size: 2048, passwordProtected: true, deleteAfterDownload: true, ownerOnly: true }
  const one = { title: null, fileCount: 1, stop, ...file, ...locks }
  const several = { ...one, title: 'Plans', fileCount: 3, timeZone: 'Europe/Vienna' }
  const reason = text('fileShared.reason', { site })
  const signed = { senderName: 'Ines', message: '1\n2' }
  return [
    {
      name: 'test',
      content: testMail({ site, supportMail, identity }, texts),
      reason: text('test.reason', { site }),
    },
    ...[one, { ...one, ...signed }].map((file) => ({
      name: 'file shared',
      content: fileSharedMail(file, texts),
      reason,
      action: text('fileShared.one.action'),
      fromOthers: true as const,
    })),
    ...[several, { ...several, ...signed }].map((files) => ({
      name: 'files shared',
      content: fileSharedMail(files, texts),
      reason,
      action: text('fileShared.several.action'),
      fromOthers: true as const,
    })),
    ...[one, { ...one, ...signed, isReminder: true }].map((link) => ({
      name: 'link with a code',
      content: fileSharedMail({ ...link, isOwnLink: true, needsCode: true }, texts),
      reason,
      action: text('fileShared.withCode.action'),
      fromOthers: true as const,
    })),
    ...(['link', 'manage', 'request', 'report'] as const).map((purpose) => ({
      name: `code for a ${purpose}`,
      content: codeMail(
        { purpose, code: '123456', lifetime: 600_000, stop, site, supportMail, identity },
        texts,
      ),
      reason: text(`code.reasons.${purpose}`, { site }),
      fromOthers: true as const,
    })),
    {
      name: 'manage link',
      content: manageLinkMail(
        { filename: 'plan.pdf', expiresAt: at, url, stop, site, supportMail, identity },
        texts,
      ),
      reason: text('manageLink.reason', { site }),
      action: text('manageLink.action'),
      fromOthers: true as const,
    },
    {
      name: 'password reset',
      content: passwordResetMail({ username: 'ada', url, expiresAt: at, site, supportMail, identity }, texts),
      reason: text('account.passwordReset.reason', { site }),
      action: text('account.passwordReset.action'),
    },
    {
      name: 'invitation',
      content: invitationMail({ url, expiresAt: at, site, supportMail, identity }, texts),
      reason: text('account.invitation.reason', { site }),
      action: text('account.invitation.action'),
    },
    ...[false, true].map((isChange) => ({
      name: 'email verification',
      content: emailVerificationMail(
        { username: 'ada', url, isChange, expiresAt: at, site, supportMail, identity },
        texts,
      ),
      reason: text('account.emailVerification.reason', { site }),
      action: text('account.emailVerification.action'),
    })),
    ...fileEvents.flatMap((event) =>
      [true, false].map((deleted) => ({
        name: event,
        content: fileNoticeMail({ ...file, event, deleted }, texts),
        reason: text('fileNotice.reason', { site }),
        action: text('fileNotice.action'),
      })),
    ),
    ...([{ received: 1 }, { received: 3 }, 'keyDeleted'] as const).map((event) => ({
      name: 'request',
      content: requestNoticeMail({ event, title: 'Tax documents', url, site, supportMail, identity }, texts),
      reason: text('requestNotice.reason', { site }),
      action: text('requestNotice.action'),
    })),
    ...securityNotice.options.map((event) => ({
      name: event,
      content: securityNoticeMail(
        { event, at, device: '', username: 'ada', url, site, supportMail, identity },
        texts,
      ),
      reason: securityReason(event, site, texts),
      action: text(`security.events.${event}.action`),
    })),
  ]
}

/** Text that a mail program shows of HTML, in one line. */
function visible(html: string): string {
  return html
    .replace(/<head>.*<\/head>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
}

for (const language of languages) {
  test(`${language}: every mail says in text and in HTML what it wants, why it came and whom to ask`, () => {
    const texts = textsIn(language)
    const { text: say } = texts
    for (const { name, content, reason, action, fromOthers } of everyMail(texts)) {
      const { subject, text, html, stopUrl } = content
      assert.match(subject, /^[^\r\n]{5,}$/, name)
      assert.ok(html.includes(`<html lang="${language}">`), name)
      assert.deepEqual(
        [...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, to]) => to),
        [...(action === undefined ? [] : [url]), ...(fromOthers ? [stop.page] : [])],
        name,
      )
      assert.equal(stopUrl, fromOthers && stop.post, name)
      for (const words of [text, visible(html)]) {
        const pressed = action === undefined ? [] : [action, url]
        const stopped = fromOthers ? [say('stop')] : []
        for (const part of [
          reason,
          ...pressed,
          ...stopped,
          say('questions', { address: supportMail }),
          say('noTracking'),
        ])
          assert.ok(words.includes(part), `${name}: ${part}\n${words}`)
      }
    }
  })

  test(`${language}: no mail of a service with a name of its own says the default one`, () => {
    const own = { ...defaultIdentity, name: 'Example Transfer' }
    for (const { name, content } of everyMail(textsIn(language), own))
      for (const words of [content.subject, content.text, visible(content.html)])
        assert.doesNotMatch(words, /Restante/, name)
  })
}
