import assert from 'node:assert/strict'
import { type Browser, chromium, type Page } from '@playwright/test'
import { type Client, createClient } from '#client/create-client.ts'
import type { AuthReply } from '#contract/accounts/accounts.ts'
import { termsVersion } from '#contract/accounts/terms.ts'
import { endpoints } from '#contract/endpoints.ts'
import type { Language } from '#contract/languages.ts'
import type { OwnRequest } from '#contract/requests/requests.ts'
import { goodPassword, opened, sendFileAs, uploadAs } from '#tests/support/accounts/accounts.ts'
import { browserOptions } from '#tests/support/browser/browser.ts'
import { acceptanceOf } from '#tests/support/browser/pages/accepted-terms.ts'
import { startMailServer } from '#tests/support/mail/mail-server.ts'
import { runCommand } from '#tests/support/server/run-command.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'
import { anyone, managed, sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { reportLink } from '#tests/support/transfers/reports.ts'
import { fetchOnce, type SentFile, upload } from '#tests/support/transfers/transfers.ts'

export type Role = 'guest' | 'user' | 'administrator'
export type Size = { readonly name: 'desktop' | 'phone'; readonly width: number; readonly height: number }

const people = { user: 'ines-moreau', administrator: 'operator' } as const

/** A service with a little of everything in it, and a browser to look at it. */
export type Studio = {
  readonly baseUrl: string
  /** A file that anybody may have, one that wants the password `secret`, and one that only the user opens. */
  readonly files: { readonly open: SentFile; readonly locked: SentFile; readonly quantum: SentFile }
  /** A link that nobody can use any more, and one that goes on after a code by mail. */
  readonly links: { readonly usedUp: string; readonly withCode: string }
  /** What the user asks others for; visitors open its `url`. */
  readonly request: OwnRequest
  /** The number of a case, and the link that follows its report. */
  readonly report: { readonly number: string; readonly followToken: string }
  /** A browser of someone's own. `terms`: the version they have accepted, if any. */
  open(role: Role, language: Language, size: Size, terms?: string): Promise<Page>
  /** Calls as the administrator. */
  asAdministrator(): Promise<Client>
  /** Stops the server in its tracks, so that what is under way can be looked at. */
  freeze(): void
  thaw(): void
  close(): Promise<void>
}

const toOnePerson = {
  emails: JSON.stringify([{ email: 'mara@example.org', ownLink: true, needsCode: true }]),
}

const environment = {
  LOG_LEVEL: 'error',
  RATE_LIMITS: 'off',
  REPORT_MAIL: 'abuse@example.eu',
  REQUEST_MIN_ACCOUNT_AGE: '0',
  OPERATOR_NAME: 'Example Transfers GmbH',
  OPERATOR_ADDRESS: 'Hauptstraße 1, 10115 Berlin, Germany',
  OPERATOR_DETAILS: 'Registered at Berlin as HRB 12345; VAT DE123456789',
  SUPPORT_MAIL: 'help@example.eu',
  SOCIAL_URL: 'https://social.example.eu/@restante',
  PROCESSORS: 'Hosting Ltd, Finland: servers; Mailer SA, France: mails',
}

/** Starts the built app in an empty folder and fills it. */
export async function openStudio(dataDir: string): Promise<Studio> {
  const mail = await startMailServer()
  const server = await startServerProcess(dataDir, { ...environment, SMTP_URL: mail.url })
  const browser = await chromium.launch(await browserOptions())
  const { baseUrl, child, exited } = server
  const anybody = createClient({ baseUrl, schemas: endpoints })
  const signIn = async (role: keyof typeof people) =>
    opened(await anybody.call('login', { body: { username: people[role], password: goodPassword } }))

  const email = `${people.user}@example.fr`
  await anybody.call('register', { body: { username: people.user, email, password: goodPassword } })
  await runCommand(
    ['create-admin', '--username', people.administrator, '--email', 'root@example.eu', '--password-stdin'],
    { environment: { DATA_DIR: dataDir }, input: goodPassword },
  )
  const filled = await fill(baseUrl, (await signIn('user')).token)
  return {
    baseUrl,
    ...filled,
    async open(role, language, size, terms = termsVersion) {
      const page = await newPage(browser, baseUrl, language, size)
      await page.context().addCookies(acceptanceOf(baseUrl, terms))
      if (role === 'guest') return page
      const reply = await signIn(role)
      const client = clientWith(baseUrl, reply.token)
      await client.call('chooseLanguage', { body: { language } })
      // Only one of them is on the pictures.
      await client.call('endOtherSessions')
      await keepSession(page, reply)
      return page
    },
    async asAdministrator() {
      return clientWith(baseUrl, (await signIn('administrator')).token)
    },
    freeze: () => child.kill('SIGSTOP'),
    thaw: () => child.kill('SIGCONT'),
    async close() {
      await browser.close()
      child.kill('SIGTERM')
      await exited
      await mail[Symbol.asyncDispose]()
    },
  }
}

function clientWith(baseUrl: string, token: string): Client {
  return createClient({ baseUrl, schemas: endpoints, getToken: () => token })
}

async function newPage(browser: Browser, baseURL: string, locale: Language, size: Size): Promise<Page> {
  const { width, height } = size
  const context = await browser.newContext({
    baseURL,
    locale,
    viewport: { width, height },
    hasTouch: size.name === 'phone',
    reducedMotion: 'reduce',
    timezoneId: 'Europe/Berlin',
  })
  return context.newPage()
}

/** Signs in as the app would, without its form. */
async function keepSession(page: Page, { token, refreshToken, expiresIn }: AuthReply): Promise<void> {
  const goodUntil = String(Date.now() + expiresIn)
  await page.context().addInitScript((values) => Object.assign(localStorage, values), {
    token,
    refreshToken,
    tokenGoodUntil: goodUntil,
  })
}

/** A few files, contacts and other things, for pages to have something on them. */
async function fill(
  baseUrl: string,
  token: string,
): Promise<Pick<Studio, 'files' | 'links' | 'request' | 'report'>> {
  const client = clientWith(baseUrl, token)
  const bytes = Buffer.alloc(1_234_567, 'a')
  const description = 'Here is the plan.\nSee you on Monday.'
  const open = await upload(baseUrl, bytes, { description }, 'plan.pdf')
  const locked = await upload(baseUrl, bytes, { password: 'secret' }, 'Vertragsunterlagen Wohnung.zip')
  const names = ['Maasvlakte-handover.zip', 'photos-2026.zip', 'προσφορά.docx', 'notes.txt']
  for (const name of names) await sendFileAs({ baseUrl }, token, name, { bytes: 1_234_567 })
  const once = { password: 'secret', deleteAfterDownload: 'true' }
  await uploadAs({ baseUrl }, token, 'Vertragsunterlagen_Lindenstraße-14_unterschrieben.pdf', {
    fields: once,
  })
  await client.call('generateKey', {
    body: { algorithm: 'ml-kem768', password: goodPassword },
  })
  const fields = { encryptionMethod: 'ml-kem768' }
  const quantum = await uploadAs({ baseUrl }, token, 'Gutachten.pdf', { bytes: 1_234_567, fields })
  for (const name of ['Ada Lovelace', 'Jürgen Weiß', 'Σοφία Παππά']) {
    const email = `contact-${name.length}@example.org`
    await client.call('addContact', { body: { name, email, company: 'Example Ltd' } })
  }
  const usedUp = await upload(baseUrl, bytes, { downloadLimit: '1' }, 'plan.pdf')
  assert.equal(await fetchOnce({ baseUrl }, usedUp.id), 'complete')
  const sent = await sendTransfer({ baseUrl }, bytes, { fields: toOnePerson, filename: 'plan.pdf' })
  const withCode = (await managed({ baseUrl }, sent)).links.find(({ kind }) => kind === 'recipient')
  assert.ok(withCode)
  const { request } = await client.call('createRequest', {
    body: {
      title: 'Documents for your 2026 tax return',
      instructions: 'Statements of every account, please, and whatever you have of the house.',
      checklist: ['Bank statements', 'Receipts', 'Lease'],
      until: new Date(Date.now() + 7 * 24 * 60 * 60_000).toISOString(),
    },
  })
  const reported = await upload(baseUrl, bytes, {}, 'invoice_2026-10_from_your_electricity_company.zip.txt')
  const report = await reportLink({ client: anyone({ baseUrl }) }, reported.downloadUrl, '192.0.2.1')
  return {
    files: { open, locked, quantum },
    links: { usedUp: usedUp.id, withCode: withCode.id },
    request,
    report,
  }
}
