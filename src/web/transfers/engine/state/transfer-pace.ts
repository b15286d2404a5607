/** Progress of a running upload: bytes, and the pace they go at. */
export type Pace = {
  sent: number
  total: number
  /** Bytes a second; 0 while unknown. */
  speed: number
  /** When `sent` was reported, in ms; undefined where the next report only says where the upload stands. */
  at: number | undefined
}

/** Milliseconds after which an old pace counts half. */
const halfLife = 3_000
const minStepMs = 250

/** The pace of an upload from its first byte on. `now` in ms. */
export function startPace(total: number, now: number): Pace {
  return { sent: 0, total, speed: 0, at: now }
}

/** The pace after the connection was lost, or before it is known where an earlier upload goes on. */
export function standingPace(pace: Pace): Pace {
  return { ...pace, speed: 0, at: undefined }
}

/** The pace after more bytes went out. Reports closer than a quarter of a second to the last one change nothing. */
export function nextPace(pace: Pace, sent: number, now: number): Pace {
  if (pace.at === undefined || sent < pace.sent) return { ...pace, sent, at: now }
  const elapsed = now - pace.at
  if (elapsed < minStepMs) return pace
  const speed = ((sent - pace.sent) / elapsed) * 1000
  const weight = pace.speed === 0 ? 1 : 1 - 0.5 ** (elapsed / halfLife)
  return { ...pace, sent, at: now, speed: pace.speed + (speed - pace.speed) * weight }
}

/** Seconds until everything has gone out at this pace; undefined while the pace is unknown. */
export function secondsLeft({ sent, total, speed }: Pace): number | undefined {
  return speed > 0 ? Math.ceil((total - sent) / speed) : undefined
}
