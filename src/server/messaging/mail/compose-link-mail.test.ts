import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fileSharedMail, type SharedFile } from './compose-link-mail.ts'
import { fileNoticeMail } from './compose-mails.ts'
import { textsIn } from './mail-texts.ts'

const url = 'https://files.example/download/AAAAAAAAAAAAAAAAAAAAAA'

const file: SharedFile = {
  url,
  title: null,
  filename: 'handover.zip',
  fileCount: 1,
  size: 1_224_065_679,
  expiresAt: Date.UTC(2026, 10, 21, 19, 6),
  passwordProtected: false,
  deleteAfterDownload: false,
  ownerOnly: false,
  site: 'files.example',
}

function mailOf(parts: Partial<SharedFile> = {}) {
  return fileSharedMail({ ...file, ...parts }, textsIn('en'))
}

/** Words of an HTML document, as a person reads them. */
function wordsOf(markup: string): string {
  const named: Record<string, string> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' }
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (_, name: string) => named[name] ?? '')
    .replace(/\s+/g, ' ')
}

/** Every element that is opened is closed, in order, and every attribute is quoted. */
function assertWellFormed(markup: string): void {
  const open: string[] = []
  const tag = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<]*")*) ?(\/?)>|<!doctype html>|([<>])/g
  for (const [text, end, name = '', , closed, stray] of markup.matchAll(tag)) {
    assert.equal(stray, undefined, `a stray ${stray}`)
    if (text === '<!doctype html>' || closed) continue
    if (end) assert.equal(open.pop(), name)
    else open.push(name)
  }
  assert.deepEqual(open, [])
  assert.doesNotMatch(markup, /&(?!(lt|gt|quot|amp|#39);)/)
}

test('a mail about an end-to-end encrypted transfer says that its key comes another way, and no name', () => {
  const { subject, text } = mailOf({ filename: 'bundle', endToEnd: true })
  assert.equal(subject, 'Files for you')
  assert.match(text ?? '', /End-to-end encrypted files/)
  assert.match(text ?? '', /The sender will give you the key another way\. It isn’t in this email/)
  assert.doesNotMatch(text ?? '', /bundle/)
})

test('text and HTML say what file it is, how large, until when, and where', () => {
  const { subject, text, html } = mailOf()
  assert.equal(subject, 'A file for you: handover.zip')
  for (const words of [text, wordsOf(html)]) {
    for (const part of [
      'You’ve been sent a file',
      'handover.zip',
      '1.14 GB',
      'Available until 21 November 2026 at 19:06 UTC.',
      url,
      'You’re receiving this email because someone entered your address at files.example.',
    ]) {
      assert.ok(words.includes(part), `${part} in ${words}`)
    }
    for (const word of ['password', 'once', 'Message:', 'verify']) assert.ok(!words.includes(word), word)
  }
})

test('a name is shown as what someone typed, a message as what they wrote', () => {
  const { subject, text, html } = mailOf({
    senderName: 'Ines Moreau',
    message: 'Hi Jonas,\r\nhere it is.\n\n-- Ines',
  })
  assert.equal(subject, '“Ines Moreau” sent you a file: handover.zip')
  assert.ok(text.includes('“Ines Moreau” sent you a file'))
  assert.ok(text.includes('Message:\n> Hi Jonas,\n> here it is.\n> \n> -- Ines\n'), text)
  for (const words of [text, wordsOf(html)])
    assert.ok(
      words.indexOf('Hi Jonas') < words.indexOf('Download File'),
      'the message stands above the button',
    )
  assert.ok(html.includes('Hi Jonas,<br />here it is.<br /><br />-- Ines'))
  for (const words of [text, wordsOf(html)]) assert.ok(words.includes('We don’t verify sender names'))
})

test('a title takes the place of the file name, which stands among the facts', () => {
  const { subject, text, html } = mailOf({
    title: ' Maasvlakte\nhandover ',
    senderName: 'Ines',
    fileCount: 62,
  })
  assert.equal(subject, '“Ines” sent you 62 files: Maasvlakte handover')
  assert.ok(
    text.startsWith('“Ines” sent you 62 files:\n\nMaasvlakte handover\nhandover.zip\n1.14 GB\n'),
    text,
  )
  assert.match(html, /<h1[^>]*><bdi>Maasvlakte handover<\/bdi><\/h1>/)
  for (const words of [text, wordsOf(html)]) {
    assert.ok(words.includes('Download Files'))
    assert.ok(words.includes('Then they’re deleted.'))
    assert.equal(words.split('handover.zip').length, 2, 'the file name stands once')
    assert.equal(words.split('don’t open the link').length, 2, 'one caution')
  }
})

test('the end is said in the zone of the sender, and in UTC', () => {
  const expiresAt = Date.UTC(2026, 10, 21, 23, 6)
  const ends = (timeZone?: string) =>
    /Available until (.*)\. Then/.exec(mailOf({ expiresAt, timeZone }).text)?.[1]
  assert.equal(ends(), '21 November 2026 at 23:06 UTC')
  assert.equal(ends('Etc/UTC'), '21 November 2026 at 23:06 UTC')
  assert.equal(ends('Europe/London'), '21 November 2026 at 23:06 UTC')
  assert.equal(ends('Europe/Vienna'), '22 November 2026 at 00:06 CET (21 November 2026 at 23:06 UTC)')
  assert.equal(ends('America/New_York'), '21 November 2026 at 18:06 GMT-5 (23:06 UTC)')
  const german = fileSharedMail({ ...file, expiresAt, timeZone: 'America/New_York' }, textsIn('de'))
  assert.match(german.text, /bis 21\. November 2026 um 18:06\sUhr GMT-5 \(23:06\sUhr UTC\)\./)
})

test('a password and a single download are told before the receiver stumbles over them', () => {
  const { text, html } = mailOf({ passwordProtected: true, deleteAfterDownload: true })
  for (const words of [text, wordsOf(html)]) {
    assert.ok(words.includes('need a password from the sender'))
    assert.ok(words.includes('You can download it once'))
  }
})

test('what strangers typed never becomes markup, a header or a turned direction', () => {
  const nasty = `"><img src=x onerror='a()'>&amp;\r\nBcc: x@y.example\u202e`
  const { subject, text, html } = mailOf({ senderName: nasty, filename: nasty, message: nasty })
  assertWellFormed(html)
  assert.ok(wordsOf(html).includes(`"><img src=x onerror='a()'>&amp; Bcc: x@y.example`))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  assert.doesNotMatch(subject, /[\u0000-\u001f\u202e]/)
  for (const part of [text, html]) assert.doesNotMatch(part, /\u202e|\r/)
})

test('the HTML asks for nothing from anywhere, styles itself and leads to the download page only', () => {
  const { html } = mailOf({
    senderName: 'Ines',
    message: 'https://elsewhere.example/?pixel',
    supportMail: 'help@files.example',
  })
  assertWellFormed(html)
  assert.doesNotMatch(
    html,
    /<(img|link|script|iframe|video|object|form|base)|url\(|\ssrc=|background=|@import/i,
  )
  assert.match(html, /@media \(prefers-color-scheme:dark\)/)
  assert.deepEqual(
    [...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href),
    [url],
  )
  assert.ok(wordsOf(html).includes('Questions? Write to help@files.example.'))
})

test('a notice of an end-to-end encrypted transfer says so where it has no name', () => {
  const facts = { filename: '', expiresAt: Date.UTC(2026, 6, 1), deleted: false, url }
  for (const event of ['downloaded', 'expiring', 'damaged'] as const) {
    const { subject } = fileNoticeMail({ event, ...facts, site: file.site }, textsIn('en'))
    assert.match(subject, /: End-to-end encrypted files$/)
  }
})
