import type { FastifyReply } from 'fastify'
import { sha256 } from '#crypto/random-id.ts'
import { pollWhile } from '#server/platform/background/poll-while.ts'
import { openEventStream } from '#server/platform/http/event-stream.ts'
import type { Services } from '#server/platform/services.ts'
import type { UploadStepsRow } from '#server/schema/tables/transfer-tables.ts'
import { downloadUrl } from '../../model/transfer-links.ts'
import { stepLife } from '../upload-call.ts'

/** Milliseconds between polls of the table, for all listeners of this instance together. */
const pollInterval = 250
/** Each poll reads the steps of the last minutes, in milliseconds: the clocks of instances may differ by that. */
const recent = 5 * 60_000
/** New listeners for whom the steps so far are read at a time. */
const page = 500

type StepListener = {
  /** Called at every poll, with the last step and the link recorded under the token if there are any. */
  seen(upload: { readonly step: string | undefined; readonly linkId: string | undefined }): void
  /** The steps cannot be read. Nothing follows. */
  failed(error: unknown): void
}

/** Listens under a token until the returned function is called. */
type FollowSteps = (token: string, listener: StepListener) => () => void

type Followed = {
  readonly hash: Buffer
  readonly all: Set<StepListener>
  step: string | undefined
  linkId: string | undefined
}

/** Follows the steps of uploads in the table, where every instance records them. */
export function createStepFollower({ database, clock }: Pick<Services, 'database' | 'clock'>): FollowSteps {
  const followed = new Map<string, Followed>()
  /** Those that have not been looked up yet. */
  let added: Followed[] = []

  const steps = database.selectFrom('upload_steps').select(['token_hash', 'step', 'link_id'])

  function note(rows: readonly Pick<UploadStepsRow, 'token_hash' | 'step' | 'link_id'>[]) {
    for (const { token_hash, step, link_id } of rows) {
      const upload = followed.get(keyOf(token_hash))
      if (!upload) continue
      upload.step = step
      upload.linkId = link_id ?? undefined
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
  async function pollAll() {
    try {
      await readSteps()
      for (const { all, ...upload } of followed.values()) for (const listener of all) listener.seen(upload)
    } catch (error) {
      for (const { all } of followed.values()) for (const listener of all) listener.failed(error)
    }
  }
  const pollLater = pollWhile({
    interval: pollInterval,
    isNeeded: () => followed.size > 0,
    poll: pollAll,
  })
  function follow(hash: Buffer): Followed {
    const known = followed.get(keyOf(hash))
    if (known) return known
    const upload: Followed = { hash, all: new Set(), step: undefined, linkId: undefined }
    followed.set(keyOf(hash), upload)
    added.push(upload)
    return upload
  }
  return (token, listener) => {
    const upload = follow(sha256(token))
    upload.all.add(listener)
    pollLater()
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

/** A listener is sent away after this, and earlier when nothing was ever recorded; browsers come back by themselves. */
const maxDuration = 30 * 60_000
const maxDurationUnknown = 60_000

/**
 * Answers with server-sent events: the link of one upload if it was given out early, and each step as it is recorded, until the
 * upload is done or has failed.
 */
export async function sendSteps(
  { config }: Pick<Services, 'config'>,
  follow: FollowSteps,
  token: string,
  reply: FastifyReply,
): Promise<void> {
  const stream = openEventStream(reply)
  if (reply.request.method === 'HEAD') return
  const began = performance.now()
  let sent: string | undefined
  let linkSent = false
  const stop = follow(token, {
    seen({ step, linkId }) {
      if (linkId !== undefined && !linkSent) {
        linkSent = true
        stream.send({ downloadUrl: downloadUrl(config.publicUrl, linkId) }, 'link')
      }
      if (step !== undefined && step !== sent) {
        sent = step
        stream.send({ step })
        if (step === 'done' || step === 'failed') stream.end()
      } else if (performance.now() - began > (sent === undefined ? maxDurationUnknown : maxDuration)) {
        stream.end()
      } else stream.beat()
    },
    failed(error) {
      reply.request.log.warn({ err: error }, 'the steps of an upload cannot be read')
      stream.end()
    },
  })
  await stream.ended
  stop()
}
