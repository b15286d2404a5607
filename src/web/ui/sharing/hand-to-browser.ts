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
