/**
 * Asks the device not to fall asleep, where it can be asked, until the returned function is called. A page that was
 * out of sight asks again when it is back.
 */
export function keepAwake(): () => void {
  const over = new AbortController()
  let lock: WakeLockSentinel | undefined
  async function ask() {
    if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
    // A device that is low on power says no.
    const got = await navigator.wakeLock.request('screen').catch(() => undefined)
    if (over.signal.aborted) await got?.release()
    else lock = got
  }
  document.addEventListener('visibilitychange', () => void ask(), { signal: over.signal })
  void ask()
  return () => {
    over.abort()
    void lock?.release()
  }
}
