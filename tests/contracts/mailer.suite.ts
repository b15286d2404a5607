import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import PostalMime, { type Email } from 'postal-mime'
import type { Mail, Mailer } from '#server/platform/mail-transport/mailer.ts'

type OpenedMailer = {
  readonly mailer: Mailer
  /** What has been taken over so far, byte for byte, in any order. */
  arrived(): Promise<Buffer[]>
  close(): Promise<void>
}

/** What every mailer promises. `open` gives one whose mails can be looked at. */
export function mailerContract(name: string, open: () => Promise<OpenedMailer>): void {
  describe(`${name} keeps the promises of a mailer`, () => {
    let opened: OpenedMailer
    before(async () => {
      opened = await open()
    })
    after(() => opened.close())

    async function sendAndRead(mail: Mail): Promise<{ raw: string; mail: Email }> {
      await opened.mailer.send(mail)
      for (const raw of await opened.arrived()) {
        const read = await PostalMime.parse(raw)
        if (read.messageId?.includes(mail.id)) return { raw: raw.toString('latin1'), mail: read }
      }
      assert.fail('the mail did not arrive')
    }

    test('a mail arrives as it was meant, in any script', async () => {
      const sent = newMail({
        subject: 'Größe & Maß: “Ελλάδα” 한국어 🙂',
        text: 'Zeile eins\n.\n..zwei\n\nmit Ümlaut und 한국어 🙂',
        html: '<!doctype html><html lang="en"><body><p>Grüße &amp; 🙂</p></body></html>',
      })
      const { mail, raw } = await sendAndRead(sent)
      assert.equal(mail.subject, sent.subject)
      assert.equal(unwrapped(mail.text), sent.text)
      assert.equal(unwrapped(mail.html), sent.html)
      assert.deepEqual(mail.from, { name: 'Restante', address: 'no-reply@files.example' })
      assert.deepEqual(mail.to, [{ name: '', address: sent.to }])
      assert.equal(mail.messageId, `<${sent.id}@files.example>`)
      assert.equal(Date.parse(mail.date ?? ''), sent.date)
      assert.match(raw, /^Content-Type: multipart\/alternative/m)
      assert.deepEqual(mail.attachments, [])
    })

    test('a machine that reads the mail knows that a machine has written it', async () => {
      const { mail } = await sendAndRead(newMail())
      assert.equal(header(mail, 'auto-submitted'), 'auto-generated')
      assert.equal(mail.replyTo, undefined)
    })

    test('every line is short enough and ends in CR LF', async () => {
      const { raw } = await sendAndRead(
        newMail({ text: 'x'.repeat(5000), html: `<p>${'ü'.repeat(5000)}</p>`, subject: 'ö'.repeat(300) }),
      )
      for (const line of raw.split('\r\n')) {
        assert.ok(line.length <= 998, `a line of ${line.length}`)
        assert.doesNotMatch(line, /[\r\n]/)
      }
    })

    test('no value can begin a header of its own', async () => {
      const sent = newMail({ subject: 'a\r\nBcc: other@example.org\r\n\r\nbody', to: 'one@example.org' })
      const { mail } = await sendAndRead(sent)
      assert.equal(header(mail, 'bcc'), undefined)
      assert.deepEqual(mail.bcc ?? [], [])
      assert.equal(mail.text?.trim(), sent.text)
    })

    test('content that names files and addresses is content', async () => {
      const html = '<p><img src="file:///etc/passwd"> <img src="http://127.0.0.1:1/x.png"> {{x}}</p>'
      const { mail } = await sendAndRead(newMail({ html, text: 'file:///etc/passwd' }))
      assert.equal(unwrapped(mail.html), html)
      assert.equal(unwrapped(mail.text), 'file:///etc/passwd')
      assert.deepEqual(mail.attachments, [])
    })

    test('several mails at once all arrive', async () => {
      const sent = Array.from({ length: 8 }, () => newMail())
      await Promise.all(sent.map((mail) => opened.mailer.send(mail)))
      const all = Buffer.concat(await opened.arrived()).toString('latin1')
      for (const { id } of sent) assert.ok(all.includes(`<${id}@`))
    })

    test('it can be asked whether it works', async () => {
      await opened.mailer.check()
    })
  })
}

/** A mail with nothing special about it. */
export function newMail(parts: Partial<Mail> = {}): Mail {
  return {
    id: randomBytes(16).toString('base64url'),
    from: { name: 'Restante', address: 'no-reply@files.example' },
    to: 'jonas@example.org',
    subject: 'A file for you',
    text: 'There is a file for you.',
    html: '<p>There is a file for you.</p>',
    date: Date.UTC(2026, 10, 21, 19, 6, 0),
    ...parts,
  }
}

function header(mail: Email, key: string): string | undefined {
  return mail.headers.find((candidate) => candidate.key === key)?.value
}

/** Transport may add a line break at the very end, and CR LF is how mails write line breaks. */
function unwrapped(text: string | undefined): string | undefined {
  return text?.replaceAll('\r\n', '\n').replace(/\n$/, '')
}
