import assert from 'node:assert/strict'
import { followTokenHeader } from '#contract/headers.ts'
import type { ReportReason } from '#contract/operations/report-reasons.ts'
import type { TestServer } from '../server/server.ts'

/** The options of a server whose callers say where they come from, with x-forwarded-for. */
export const fromAnywhere = { TRUSTED_PROXIES: '127.0.0.1', REPORT_MAIL: 'abuse@files.example' }

type Said = {
  readonly reason?: ReportReason
  readonly name?: string
  readonly email?: string
  readonly key?: string
}

/** Reports a link from a network, such as '192.0.2.1'; with the headers that follow the report. */
export async function reportLink(
  { client }: Pick<TestServer, 'client'>,
  link: string,
  from: string,
  { reason = 'malware', ...who }: Said = {},
) {
  const headers = { 'x-forwarded-for': from }
  const { formToken } = await client.call('reportForm', { query: { link }, headers })
  const explanation = 'The program in the middle is a trojan.'
  const body = { link, reason, explanation, goodFaith: true as const, formToken, ...who }
  const received = await client.call('createReport', { headers, body })
  assert.match(received.number, /^R-[2-9A-Z]{4}$/)
  return { ...received, headers: { ...headers, [followTokenHeader]: received.followToken } }
}

export const byTerms = { kind: 'terms', reference: 'section 4' } as const
