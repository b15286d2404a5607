import { newId, sha256 } from '#crypto/random-id.ts'
import { userIdOf } from '#server/identity/principals/principal.ts'
import { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'
import {
  canPromiseLinks,
  endArrival,
  endOf,
  insertArrival,
  reviveArrival,
} from '../../model/arrivals/arrival-rows.ts'
import { type ArrivalReport, reportArrival } from '../../model/arrivals/report-arrival.ts'
import type { Sender } from '../../sender/sender.ts'
import { stepLife } from '../upload-call.ts'
import { saidOf } from './said-of-form.ts'

/** Milliseconds after which the sender of a form is given its link: most are over before. */
const givenAfter = 500
/** How long the link of a form lasts after the last sign of its upload, in milliseconds: it cannot be continued. */
const formLife = 10 * 60_000

/** The link of a form that comes in one request. */
type EarlyLink = {
  /** Stops giving out the link. @returns the id that the transfer's link has to have */
  settle(): Promise<string>
  /** Ends the link for its receivers, with the reason. */
  fail(error: unknown): Promise<void>
}

type Promised = {
  /** Token under which the sender follows the steps. */
  readonly token: string
  /** Bytes of the request. */
  readonly total: number
  fields(): Readonly<Record<string, string>>
  /** Bytes so far. */
  received(): number
}

/** Gives a sender the link of a form that takes longer than a moment, as the event `link` of its steps. */
export function promiseLink(services: Services, { principal }: Sender, form: Promised): EarlyLink {
  const { database, clock, log } = services
  const token_hash = sha256(form.token)
  let linkId: string | undefined
  let report: ArrivalReport | undefined
  let giving: Promise<void> | undefined
  async function give() {
    if (!(await canPromiseLinks(services))) return
    const about = {
      upload_id: null,
      owner_id: userIdOf(principal),
      total: form.total,
      expiresAt: clock.now() + formLife,
      ...saidOf(form.fields()),
    }
    const again = await findGiven()
    const given = again ?? newId()
    linkId = given
    if (again === undefined) await insertArrival(services, { linkId: given, ...about })
    else await reviveArrival(services, again, about)
    report = reportArrival(services, given, () => Math.min(form.total, form.received()), formLife)
    const expires_at = clock.now() + stepLife
    await database
      .insertInto('upload_steps')
      .values({ token_hash, step: 'receiving', expires_at, link_id: given })
      .onConflict((conflict) => conflict.column('token_hash').doUpdateSet({ expires_at, link_id: given }))
      .execute()
  }
  const timer = setTimeout(() => {
    giving = give().catch((error: unknown) => {
      log.warn({ err: error }, 'the link of an upload is given out at its end only')
    })
  }, givenAfter)
  /** The link of an earlier try that broke off: a sender who tries again sends the same token. */
  async function findGiven(): Promise<string | undefined> {
    const row = await database
      .selectFrom('upload_steps')
      .innerJoin('arrivals', 'arrivals.link_id', 'upload_steps.link_id')
      .select('arrivals.link_id')
      .where('token_hash', '=', token_hash)
      .where('ended_as', '=', 'stopped')
      .executeTakeFirst()
    return row?.link_id
  }
  async function settle() {
    clearTimeout(timer)
    await giving
    await report?.stop(true)
    linkId ??= (await findGiven()) ?? newId()
    return linkId
  }
  return {
    settle,
    async fail(error) {
      clearTimeout(timer)
      await giving
      await report?.stop(true)
      if (!report || linkId === undefined) return
      const reason = error instanceof Failure ? endOf(error) : 'stopped'
      await endArrival(services, { linkId }, reason).catch((failure: unknown) => {
        log.warn({ err: failure }, 'receivers of an upload are not told its end')
      })
    },
  }
}
