const nameOf = (fingerprint: string) => `restante.upload.${fingerprint}`

/** Does something while every other tab can see that the upload of this selection is going on here. */
export function withUploadLock<Result>(fingerprint: string, work: () => Promise<Result>): Promise<Result> {
  return 'locks' in navigator
    ? navigator.locks.request(nameOf(fingerprint), { mode: 'shared' }, work)
    : work()
}

/** Whether a tab of this browser is uploading this selection, if the browser supports locks between tabs. */
export async function isUploadLocked(fingerprint: string): Promise<boolean> {
  if (!('locks' in navigator)) return false
  const { held = [] } = await navigator.locks.query()
  return held.some(({ name }) => name === nameOf(fingerprint))
}
