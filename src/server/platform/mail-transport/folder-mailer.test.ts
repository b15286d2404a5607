import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { mailerContract, newMail } from '#tests/contracts/mailer.suite.ts'
import { openFolderMailer } from './folder-mailer.ts'
import { MailFailure } from './mailer.ts'

let base: string
before(async () => {
  base = await mkdtemp(join(tmpdir(), 'restante-mail-'))
})
after(() => rm(base, { recursive: true }))

mailerContract('folder', async () => {
  const folder = join(base, 'contract')
  return {
    mailer: openFolderMailer({ folder }),
    async arrived() {
      const names = await readdir(folder)
      return Promise.all(names.map((name) => readFile(join(folder, name))))
    },
    close: async () => {},
  }
})

test('one mail is one .eml file that only its owner may read, however often it is sent', async () => {
  const folder = join(base, 'files')
  const mailer = openFolderMailer({ folder })
  const mail = newMail()
  await mailer.send(mail)
  await mailer.send(mail)
  assert.deepEqual(await readdir(folder), [`2026-11-21T19-06-00Z-${mail.id}.eml`])
  assert.equal((await stat(folder)).mode & 0o777, 0o700)
  assert.equal((await stat(join(folder, `2026-11-21T19-06-00Z-${mail.id}.eml`))).mode & 0o777, 0o600)
})

test('what is forgotten of one address leaves the mails to others', async () => {
  const folder = join(base, 'forgotten')
  const mailer = openFolderMailer({ folder })
  const [own, other] = [newMail({ to: 'A@example.org' }), newMail({ to: 'anna+a@example.org' })]
  for (const mail of [own, other]) await mailer.send(mail)
  await mailer.forget(own.from.address)
  assert.equal((await readdir(folder)).length, 2)
  await mailer.forget('a@example.org')
  assert.deepEqual(await readdir(folder), [`2026-11-21T19-06-00Z-${other.id}.eml`])
})

test('a folder that cannot be written is a failure that names no address', async () => {
  const folder = join(base, 'a-file')
  await writeFile(folder, '')
  const mailer = openFolderMailer({ folder })
  for (const attempt of [() => mailer.send(newMail()), () => mailer.check()]) {
    await assert.rejects(attempt, (error) => {
      assert.ok(error instanceof MailFailure)
      assert.doesNotMatch(error.message, /jonas/)
      return true
    })
  }
})
