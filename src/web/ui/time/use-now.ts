import { useEffect, useState } from 'react'
import { clockNow } from './clock.ts'

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
