import { useRef, useState } from 'react'

/**
 * Work that is done one time after the other: what is asked for while it goes on is not done.
 * Returns what begins it, and whether it goes on. `work` reports its failures itself.
 */
export function useOneAtATime<Values extends unknown[]>(
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
