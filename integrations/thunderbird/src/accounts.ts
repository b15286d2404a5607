import * as z from 'zod/mini'
import './browser-api.ts'

/** How the files of an account are sent. A password is kept apart from them. */
export const options = z.object({
  /** Such as `3h`; the default of the service if null. */
  expiresIn: z.nullable(z.string().check(z.regex(/^[1-9]\d{0,3}[mhd]$/))),
  downloadLimit: z.nullable(z.int().check(z.minimum(1), z.maximum(1000))),
  endToEnd: z.boolean(),
  password: z.boolean(),
})
export type Options = z.infer<typeof options>

const account = z.object({ service: z.string(), key: z.string(), options })
export type Account = z.infer<typeof account>

export const firstOptions: Options = {
  expiresIn: null,
  downloadLimit: null,
  endToEnd: false,
  password: false,
}

/** The connected account of Thunderbird's id; undefined before its sign-in. */
export async function findAccount(id: string): Promise<Account | undefined> {
  const name = nameOf(id)
  return z.safeParse(account, (await browser.storage.local.get(name))[name]).data
}

/** Keeps an account, and offers it to the writer of a message. */
export async function saveAccount(id: string, saved: Account): Promise<void> {
  await browser.storage.local.set({ [nameOf(id)]: saved })
  await browser.cloudFile.updateAccount(id, { configured: true })
}

/** Forgets key and password of an account. */
export async function forgetAccount(id: string): Promise<void> {
  await browser.storage.local.remove(nameOf(id))
  await browser.storage.session.remove(passwordName(id))
  await browser.cloudFile.updateAccount(id, { configured: false })
}

/** Offers all accounts that are connected: Thunderbird forgets at its end which they were. */
export async function offerAccounts(): Promise<void> {
  for (const { id } of await browser.cloudFile.getAllAccounts())
    await browser.cloudFile.updateAccount(id, { configured: (await findAccount(id)) !== undefined })
}

/** The password for files of an account. It is in memory alone: after a restart of Thunderbird it is asked for anew. */
export async function findPassword(id: string): Promise<string | undefined> {
  const name = passwordName(id)
  return z.safeParse(z.string(), (await browser.storage.session.get(name))[name]).data
}

export async function keepPassword(id: string, password: string): Promise<void> {
  await browser.storage.session.set({ [passwordName(id)]: password })
}

export async function dropPassword(id: string): Promise<void> {
  await browser.storage.session.remove(passwordName(id))
}

function nameOf(id: string): string {
  return `account:${id}`
}

function passwordName(id: string): string {
  return `password:${id}`
}
