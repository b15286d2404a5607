import { setTimeout } from 'node:timers/promises'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Services } from '#server/platform/services.ts'

export type Lifecycle = {
  /** The process is about to end: it finishes running work and accepts none. */
  draining: boolean
}

/** How long the database may take to answer before an instance without it counts as not ready, in milliseconds. */
const databaseTimeoutMs = 2_000

/**
 * Serves what orchestrators and load balancers ask. /live: 200 as long as the process answers, so that a database that is away
 * does not get it restarted. /ready: 200 when it may be sent requests, 503 with the reason while it drains or cannot reach its
 * database. A store that is away takes no instance out: all share it, and pages still answer.
 */
export function serveReadiness(
  app: FastifyInstance,
  { database, log }: Pick<Services, 'database' | 'log'>,
  lifecycle: Lifecycle,
): void {
  let asking: Promise<boolean> | undefined
  /** One question at a time, for all who ask meanwhile: anyone may ask. */
  function answersDatabase(): Promise<boolean> {
    asking ??= Promise.race([
      database
        .selectFrom('service')
        .select('id')
        .executeTakeFirstOrThrow()
        .then(
          () => true,
          (error: unknown) => {
            log.error({ err: error }, 'not ready')
            return false
          },
        ),
      setTimeout(databaseTimeoutMs, false, { ref: false }),
    ]).finally(() => {
      asking = undefined
    })
    return asking
  }
  const config = { access: 'page' } as const
  app.get('/live', { config }, async (_request, reply) => answer(reply, 200, 'live'))
  app.get('/ready', { config }, async (_request, reply) => {
    if (lifecycle.draining) return answer(reply, 503, 'draining')
    if (!(await answersDatabase())) return answer(reply, 503, 'database unavailable')
    return answer(reply, 200, 'ready')
  })
}

function answer(reply: FastifyReply, status: number, word: string) {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('text/plain; charset=utf-8')
    .send(`${word}\n`)
}
