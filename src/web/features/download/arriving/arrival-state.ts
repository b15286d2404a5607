/** State of an upload that this page waits for. Times in ms since 1970, `at` of samples by performance.now(). */
export type ArrivalState = {
  readonly received: number
  readonly total: number
  readonly pausedSince: number | undefined
  /** The server cannot be heard. */
  readonly away: boolean
  readonly ended: EndReason | undefined
  /** Progress of the last half minute, for the speed. */
  readonly samples: readonly { readonly at: number; readonly received: number }[]
}

export type EndReason = (typeof endReasons)[number]
const endReasons = ['cancelled', 'virus', 'refused', 'stopped'] as const

export type ArrivalEvent =
  | { type: 'progress'; received: number; total: number; at: number }
  | { type: 'paused'; since: number }
  | { type: 'resumed' }
  | { type: 'ended'; reason: string }
  | { type: 'away' }
  | { type: 'heard' }

/** Milliseconds of progress that the speed is measured by, and those after which there is one. */
const measured = { most: 30_000, least: 3_500 }

export function startArrival({
  received = 0,
  size,
}: {
  received?: number | undefined
  size: number
}): ArrivalState {
  return { received, total: size, pausedSince: undefined, away: false, ended: undefined, samples: [] }
}

export function nextArrival(state: ArrivalState, event: ArrivalEvent): ArrivalState {
  switch (event.type) {
    case 'progress': {
      const { received, total, at } = event
      // After a restart of the server the upload may have fewer bytes than it had.
      const kept = received < state.received ? [] : state.samples.filter((one) => at - one.at < measured.most)
      return { ...state, received, total, away: false, samples: [...kept, { at, received }] }
    }
    case 'paused':
      return { ...state, pausedSince: event.since, away: false, samples: [] }
    case 'resumed':
      return { ...state, pausedSince: undefined, away: false, samples: [] }
    case 'ended': {
      const reason = endReasons.find((one) => one === event.reason) ?? 'stopped'
      return { ...state, ended: reason, away: false }
    }
    case 'away':
      return { ...state, away: true, samples: [] }
    case 'heard':
      return state.away ? { ...state, away: false } : state
  }
}

/** Percent that have arrived: 100 only when every byte has. */
export function percentOf({ received, total }: Pick<ArrivalState, 'received' | 'total'>): number {
  if (received >= total) return 100
  return Math.min(99, Math.floor((received / total) * 100))
}

/** Seconds until the last byte, as far as can be told by now. */
export function secondsToCome({ received, total, samples }: ArrivalState): number | undefined {
  const [first] = samples
  const last = samples.at(-1)
  if (!first || !last || last.at - first.at < measured.least || last.received <= first.received)
    return undefined
  const perMillisecond = (last.received - first.received) / (last.at - first.at)
  return (total - received) / perMillisecond / 1000
}
