import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import { endpoints } from '#contract/endpoints.ts'
import { stopToken } from '#contract/transfers/recipients.ts'
import { bindEndpoint } from '#server/identity/calls/bind-endpoint.ts'
import { stopMails } from '#server/identity/consents/stop-list.ts'
import { Failure } from '#server/platform/failure.ts'
import { clientAddress } from '#server/platform/http/client-address.ts'
import { batchedRateLimiter } from '#server/platform/rate-limits/batched-rate-limiter.ts'
import type { Services } from '#server/platform/services.ts'

/** Tries of one address: milliseconds for one more, and how many are taken from the table at a time. */
const limit = { burst: 60, interval: 10_000, block: 10 }

/** Bytes of the form that a mail program posts, and more. */
const formLimit = 4096

/**
 * Stopping mails: mail programs post to the address in the head of a mail, with a form (RFC 8058), and the page /stop-mails does
 * the same. Opened in a browser, the address leads to that page: programs that look at links ahead of people stop nothing.
 */
export function stopRoutes(app: FastifyInstance, services: Services): void {
  const limitTries = batchedRateLimiter(services, limit, limit.block)
  app.register(async (scope) => {
    scope.removeContentTypeParser('multipart/form-data')
    scope.addContentTypeParser(
      ['application/x-www-form-urlencoded', 'multipart/form-data'],
      { parseAs: 'buffer', bodyLimit: formLimit },
      (_request, _body, done) => done(null, {}),
    )
    bindEndpoint(scope, endpoints.stopMails, async ({ params, request }) => {
      await limitTries(`stop:${clientAddress(request)}`)
      // The page sends JSON or nothing, mail programs a form.
      const isForm = /^(?:application\/x-www-form|multipart)/.test(request.headers['content-type'] ?? '')
      if (!(await stopMails(services, params.token, isForm ? 'mail-program' : 'page')))
        throw new Failure('NOT_FOUND')
      return { message: 'This address gets no more mails from other people through this service.' }
    })
  })

  app.get<{ Params: { token: string } }>(
    `/api${endpoints.stopMails.path}`,
    { config: { access: 'anyone', inMaintenance: 'open' } },
    async ({ params }, reply) => {
      const { success, data } = z.safeParse(stopToken, params.token)
      if (!success) throw new Failure('NOT_FOUND')
      return reply.code(303).header('location', `/stop-mails#${data}`).send()
    },
  )
}
