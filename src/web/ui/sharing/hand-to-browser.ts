/**
 * Gives an address to the browser's own download manager: nothing passes through this page, whatever the size.
 * The `download` attribute keeps the page open even when the answer is a failure instead of a file. `name` is for
 * addresses whose answer brings none.
 */
export function handToBrowser(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** How long the browser has to take the content over. */
const lifetimeMs = 60_000

/** Has the browser save what this page holds already. */
export function saveContent({ name, content }: { name: string; content: Blob }): void {
  const url = URL.createObjectURL(content)
  handToBrowser(url, name)
  // The browser reads it after this call; how long that takes it does not say.
  setTimeout(() => URL.revokeObjectURL(url), lifetimeMs)
}
