import { constants } from 'node:fs'
import { access, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { composeMail } from './compose-mail.ts'
import { type Mail, type Mailer, MailFailure } from './mailer.ts'

/**
 * Keeps every mail as an .eml file that mail programs open, readable by the owner only. For trying things out: these mails
 * reach no one and are never removed.
 */
export function openFolderMailer({ folder }: { folder: string }): Mailer {
  return {
    name: 'folder',
    async send(mail) {
      const path = join(folder, fileName(mail))
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await writeWhole(path, await composeMail(mail))
      } catch (error) {
        throw new MailFailure(`the folder for mails: ${codeOf(error)}`)
      }
    },
    async forget(address) {
      try {
        await removeMailsTo(folder, address)
      } catch (error) {
        throw new MailFailure(`the folder for mails: ${codeOf(error)}`)
      }
    },
    async countKept() {
      try {
        return (await keptMails(folder)).length
      } catch (error) {
        throw new MailFailure(`the folder for mails: ${codeOf(error)}`)
      }
    },
    async check() {
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 })
        await access(folder, constants.W_OK)
      } catch (error) {
        throw new MailFailure(`the folder for mails: ${codeOf(error)}`)
      }
    },
  }
}

/** Removes every mail to the address. */
async function removeMailsTo(folder: string, address: string): Promise<void> {
  for (const name of await keptMails(folder)) {
    const path = join(folder, name)
    if ((await readRecipient(path)) === address) await rm(path, { force: true })
  }
}

/** Names of the files of all mails that are whole. */
async function keptMails(folder: string): Promise<string[]> {
  const names = await readdir(folder).catch(noneYet)
  return names.filter((name) => name.endsWith('.eml'))
}

function noneYet(error: unknown): string[] {
  if (codeOf(error) === 'ENOENT') return []
  throw error
}

/** The address in the head of a mail that it goes to, in lower case. Undefined for a mail that has just gone. */
async function readRecipient(path: string): Promise<string | undefined> {
  const mail = await readFile(path, 'latin1').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  })
  const [head] = mail?.split('\r\n\r\n', 1) ?? []
  // A long line of a head is folded.
  const [, to] = head?.replace(/\r\n[ \t]/g, '').match(/^To:\s*(.*)$/im) ?? []
  return to?.toLowerCase()
}

/** Sorts by time; one mail always has the same name. */
function fileName(mail: Mail): string {
  const time = new Date(mail.date).toISOString().slice(0, 19).replaceAll(':', '-')
  return `${time}Z-${mail.id}.eml`
}

/** Writes beside and renames, so that a program that watches the folder never reads half a mail. */
async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const beside = `${path}.part`
  try {
    const file = await open(beside, 'w', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown failure'
}
