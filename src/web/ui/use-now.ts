import { useEffect, useState } from 'react'

/**
 * The time, in ms since 1970, every second or every so many milliseconds; also at once when the tab is looked at again
 * and at the moment `until`, so that nothing lives a second too long on the screen.
 */
export function useNow(until: number, every = 1000): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const tick = () => setNow(Date.now())
    const timer = setInterval(tick, every)
    const last = until - Date.now()
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
