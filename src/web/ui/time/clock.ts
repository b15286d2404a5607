import { useEffect, useState } from 'react'

/** Milliseconds by which the clock of this device may be off before the server's is believed instead. */
const tolerated = 5 * 60_000

let lag = 0

/** Takes note of when the server answered: the value of the Date header, if there is one. */
export function setClock(date: string | null): void {
  const off = Date.parse(date ?? '') - Date.now()
  if (!Number.isNaN(off)) lag = Math.abs(off) > tolerated ? off : 0
}

/**
 * The time in ms since 1970 to compare with the server's times, such as the end of a file: a device whose clock is a day ahead
 * must not show a live file as expired.
 */
export function clockNow(): number {
  return Date.now() + lag
}

type Beat = {
  /** Milliseconds between two updates. */
  every?: number
  /** A moment that is not to be missed, so that nothing lives a second too long on the screen. */
  until?: number
}

/** The time of clockNow, updated every second by default, and at once when the tab becomes visible again. */
export function useNow({ every = 1000, until = 0 }: Beat = {}): number {
  const [now, setNow] = useState(clockNow)
  useEffect(() => {
    const tick = () => setNow(clockNow())
    const timer = setInterval(tick, every)
    const last = until - clockNow()
    const end = last > 0 && last < 2 ** 31 ? setTimeout(tick, last) : undefined
    document.addEventListener('visibilitychange', tick)
    return () => {
      clearInterval(timer)
      clearTimeout(end)
      document.removeEventListener('visibilitychange', tick)
    }
  }, [until, every])
  return now
}
