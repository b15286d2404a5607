import { useRef, useState } from 'react'

/**
 * Runs work one call at a time: calls while it is running are ignored. Returns the function that starts it, and whether it is
 * running. `work` reports its own failures.
 */
export function useSingleFlight<Values extends unknown[]>(
  work: (...values: Values) => Promise<void>,
): [begin: (...values: Values) => void, busy: boolean] {
  const working = useRef(false)
  const [busy, setBusy] = useState(false)
  async function run(...values: Values) {
    if (working.current) return
    working.current = true
    setBusy(true)
    try {
      await work(...values)
    } finally {
      working.current = false
      setBusy(false)
    }
  }
  return [(...values) => void run(...values), busy]
}
