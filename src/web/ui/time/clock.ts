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
