import type { FastifyReply } from 'fastify'
import { openEventStream } from '#server/platform/http/event-stream.ts'
import type { ArrivalState, FollowArrivals } from './follow-arrivals.ts'

/** A receiver is sent away after this; browsers come back by themselves. */
const maxDuration = 30 * 60_000

/** Answers with server-sent events on an upload under way, until it is ready or has ended. */
export async function sendArrival(
  follow: FollowArrivals,
  linkId: string,
  first: ArrivalState,
  reply: FastifyReply,
): Promise<void> {
  const stream = openEventStream(reply)
  const began = performance.now()
  let received = -1
  let isPaused = false
  let stop = () => {}
  function seen(state: ArrivalState) {
    if (state.is === 'ready') return finish('ready', {})
    if (state.is === 'ended') return finish('ended', { reason: state.reason })
    const { total, pausedSince } = state
    if (isPaused && pausedSince === undefined) stream.send({}, 'resumed')
    if (state.received !== received) {
      received = state.received
      stream.send({ received, total }, 'progress')
    }
    if (!isPaused && pausedSince !== undefined)
      stream.send({ since: new Date(pausedSince).toISOString() }, 'paused')
    isPaused = pausedSince !== undefined
    if (performance.now() - began > maxDuration) stream.end()
    else stream.beat()
  }
  function finish(event: 'ready' | 'ended', data: object) {
    stop()
    stream.send(data, event)
    stream.end()
  }
  if (reply.request.method !== 'HEAD') {
    seen(first)
    if (first.is === 'arriving')
      stop = follow(linkId, {
        seen,
        failed(error) {
          reply.request.log.warn({ err: error }, 'an upload cannot be followed')
          stream.end()
        },
      })
  }
  await stream.ended
  stop()
}
