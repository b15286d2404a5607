import type { FastifyInstance } from 'fastify'

/**
 * Answers what a phone shares with the app before the app's worker runs, which takes the files otherwise
 * (src/web/public/share-worker.js). Nothing is read of them: the page asks to choose them.
 */
export function answerShared(app: FastifyInstance): void {
  app.post('/share', { config: { access: 'page' } }, async (_request, reply) =>
    reply.header('cache-control', 'no-store').header('connection', 'close').redirect('/?shared', 303),
  )
}
