import type { DecisionAction } from '#contract/operations/report-reasons.ts'
import type { Person } from '../support/accounts/accounts.ts'
import type { TestServer } from '../support/server/server.ts'
import { byTerms, reportLink } from '../support/transfers/reports.ts'
import { sendWords } from './fill-transfers.ts'

/** Reports transfers of someone, and has an administrator look at each: one is disabled until a decision, the others are decided. */
export async function fillReports(server: TestServer, admin: Person, person: Person): Promise<void> {
  const decide = (number: string, action: DecisionAction) =>
    admin.client.call('decideReport', {
      params: { n: number },
      body: { action, ground: byTerms, facts: 'The file was opened and looked at.', automated: false },
    })

  const waiting = await sendReported(server, person, 'invoice of the bank.txt', '192.0.2.10')
  await reportLink(server, waiting.link, '198.51.100.7', { reason: 'fraud' })
  const params = { n: waiting.number }
  await admin.client.call('assignReport', { params, body: { take: true } })
  await admin.client.call('noteReport', { params, body: { text: 'Two people from two networks say so.' } })
  await admin.client.call('disableReported', { params })

  const disabled = await sendReported(server, person, 'disabled for good.txt', '192.0.2.11')
  await decide(disabled.number, 'disable')
  const ended = await sendReported(server, person, 'ended by a decision.txt', '192.0.2.12')
  await decide(ended.number, 'end')
  const harmless = await sendReported(server, person, 'harmless.txt', '192.0.2.13')
  await decide(harmless.number, 'none')
  await server.client.call('appealReport', {
    params: { number: harmless.number },
    headers: harmless.headers,
    body: { text: 'Please look at the second page again.' },
  })
}

async function sendReported(server: TestServer, person: Person, filename: string, from: string) {
  const { reply } = await sendWords(server, person, filename)
  const link = reply.file.downloadUrl
  return { link, ...(await reportLink(server, link, from)) }
}
