import type { FastifyReply } from 'fastify'
import type { FollowSteps } from './upload-steps.ts'

/** Milliseconds between two signs of life to a silent listener. */
const heartbeatEvery = 15_000
/** A listener is sent away after this, and earlier when nothing was ever recorded; browsers come back by themselves. */
const maxDuration = 30 * 60_000
const maxDurationUnknown = 60_000

/** Answers with server-sent events: each step of one upload as it is recorded, until the upload is done or has failed. */
export function sendSteps(follow: FollowSteps, token: string, reply: FastifyReply): Promise<void> {
  const { raw: response, request } = reply
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined),
  )
  reply.hijack()
  // A proxy that gathers answers would hold the steps back.
  response.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  if (request.method === 'HEAD') {
    response.end()
    return Promise.resolve()
  }
  // nginx passes the head of an HTTP/2 answer on with its first bytes, and until then no browser knows that it listens.
  response.write(': here\n\n')
  const { promise, resolve } = Promise.withResolvers<void>()
  const began = performance.now()
  let heard = began
  let sent: string | undefined
  const stop = follow(token, {
    seen(step) {
      const now = performance.now()
      if (step !== undefined && step !== sent) {
        sent = step
        heard = now
        response.write(`data: ${JSON.stringify({ step })}\n\n`)
        if (step === 'done' || step === 'failed') end()
      } else if (now - began > (sent === undefined ? maxDurationUnknown : maxDuration)) {
        end()
      } else if (now - heard > heartbeatEvery) {
        heard = now
        response.write(': here\n\n')
      }
    },
    failed(error) {
      request.log.warn({ err: error }, 'the steps of an upload cannot be read')
      end()
    },
  })
  function end() {
    stop()
    response.end()
    resolve()
  }
  response.once('close', end)
  return promise
}
