import assert from 'node:assert/strict'
import type { OwnRequest } from '#contract/requests/requests.ts'
import { clientWith, goodPassword, sendFileAs, uploadAs } from '../support/accounts/accounts.ts'
import type { TestServer } from '../support/server/server.ts'
import { anyone, managed, sendTransfer } from '../support/transfers/managed-transfers.ts'
import { reportLink } from '../support/transfers/reports.ts'
import { fetchOnce, type SentFile, upload } from '../support/transfers/transfers.ts'

/** Entries that pages show after `fillService`. */
export type FilledService = {
  /** A file that anybody may have, one that wants the password `secret`, and one that only the user opens. */
  readonly files: { readonly open: SentFile; readonly locked: SentFile; readonly quantum: SentFile }
  /** A link that nobody can use any more, and one that goes on after a code by mail. */
  readonly links: { readonly usedUp: string; readonly withCode: string }
  /** File request of the user; visitors open its `url`. */
  readonly request: OwnRequest
  /** The number of a case, and the link that follows its report. */
  readonly report: { readonly number: string; readonly followToken: string }
}

const toOnePerson = {
  emails: JSON.stringify([{ email: 'mara@example.org', ownLink: true, needsCode: true }]),
}

/** A few files, contacts and other things, for pages to have something on them. */
export async function fillService(
  { baseUrl }: Pick<TestServer, 'baseUrl'>,
  token: string,
): Promise<FilledService> {
  const client = clientWith({ baseUrl }, token)
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
