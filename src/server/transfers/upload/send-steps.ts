import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyReply } from 'fastify'
import type { Services } from '#server/platform/services.ts'
import { findStep } from './upload-steps.ts'

/** Milliseconds between two looks at the table, and between two signs of life to a silent listener. */
const look = 250
const heartbeatMs = 15_000
/** A listener is sent away after this; browsers come back by themselves. */
const longest = 30 * 60_000

/** Answers with server-sent events: each step of one upload as it is told, until the upload is done or has failed. */
export async function sendSteps(services: Services, token: string, reply: FastifyReply): Promise<void> {
  const gone = new AbortController()
  const { raw: response } = reply
  const headers = Object.fromEntries(
    Object.entries(reply.getHeaders()).filter(([, value]) => value !== undefined),
  )
  reply.hijack()
  response.once('close', () => gone.abort())
  // A proxy that gathers answers would hold the steps back.
  response.writeHead(200, { ...headers, 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' })
  // nginx passes the head of an HTTP/2 answer on with its first bytes, and until then no browser knows that it listens.
  response.write(': here\n\n')
  try {
    await writeSteps(services, token, response, gone)
  } finally {
    response.end()
  }
}

async function writeSteps(
  services: Services,
  token: string,
  response: ServerResponse,
  gone: AbortController,
): Promise<void> {
  let told: string | undefined
  let quiet = 0
  for (let time = 0; time < longest && !gone.signal.aborted; time += look) {
    const step = await findStep(services, token)
    if (step !== undefined && step !== told) {
      told = step
      quiet = 0
      if (!response.write(`data: ${JSON.stringify({ step })}\n\n`))
        await once(response, 'drain', gone).catch(() => {})
      if (step === 'done' || step === 'failed') break
    } else {
      quiet += look
      if (quiet >= heartbeatMs) response.write(': here\n\n')
      quiet %= heartbeatMs
    }
    await pause(look, undefined, { signal: gone.signal, ref: false }).catch(() => {})
  }
}
