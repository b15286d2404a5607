import type { FastifyReply } from 'fastify'
import { sha256 } from '#crypto/random-id.ts'
import type { Services } from '#server/platform/services.ts'
import { stepLife } from './upload-call.ts'

/** Milliseconds between two looks at the table, for all listeners of this instance together. */
const pollInterval = 250
/** Each look reads the steps of the last minutes, in milliseconds: so far apart the clocks of instances may be. */
const recent = 5 * 60_000
/** New listeners for whom the steps so far are read at a time. */
const page = 500

export type StepListener = {
  /** Called at every look, with the last step recorded under the token if there is any. */
  seen(step: string | undefined): void
  /** The steps cannot be read. Nothing follows. */
  failed(error: unknown): void
}

/** Listens under a token until the returned function is called. */
export type FollowSteps = (token: string, listener: StepListener) => () => void

type Followed = { readonly hash: Buffer; readonly all: Set<StepListener>; step: string | undefined }

/** Follows the steps of uploads in the table, where every instance records them. */
export function createStepFollower({ database, clock }: Pick<Services, 'database' | 'clock'>): FollowSteps {
  const followed = new Map<string, Followed>()
  /** Those that have not been looked up yet. */
  let added: Followed[] = []
  let timer: NodeJS.Timeout | undefined

  const steps = database.selectFrom('upload_steps').select(['token_hash', 'step'])

  function note(rows: readonly { token_hash: Uint8Array; step: string }[]) {
    for (const { token_hash, step } of rows) {
      const upload = followed.get(keyOf(token_hash))
      if (upload) upload.step = step
    }
  }
  async function readSteps() {
    const fresh = added
    added = []
    for (let at = 0; at < fresh.length; at += page) {
      const hashes = fresh.slice(at, at + page).map(({ hash }) => hash)
      note(await steps.where('token_hash', 'in', hashes).execute())
    }
    note(await steps.where('expires_at', '>', clock.now() + stepLife - recent).execute())
  }
  async function lookAtAll() {
    try {
      await readSteps()
      for (const { all, step } of followed.values()) for (const listener of all) listener.seen(step)
    } catch (error) {
      for (const { all } of followed.values()) for (const listener of all) listener.failed(error)
    }
    timer = undefined
    lookLater()
  }
  function lookLater() {
    if (timer !== undefined || followed.size === 0) return
    timer = setTimeout(() => void lookAtAll(), pollInterval)
    timer.unref()
  }
  function follow(hash: Buffer): Followed {
    const known = followed.get(keyOf(hash))
    if (known) return known
    const upload: Followed = { hash, all: new Set(), step: undefined }
    followed.set(keyOf(hash), upload)
    added.push(upload)
    return upload
  }
  return (token, listener) => {
    const upload = follow(sha256(token))
    upload.all.add(listener)
    lookLater()
    return () => {
      upload.all.delete(listener)
      const key = keyOf(upload.hash)
      if (upload.all.size === 0 && followed.get(key) === upload) followed.delete(key)
    }
  }
}

function keyOf(hash: Uint8Array): string {
  return Buffer.from(hash).toString('base64')
}

/** Milliseconds between two heartbeats to a silent listener. */
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
