/**
 * Gives an address to the browser's own download manager: nothing passes through this page, whatever the size.
 * The `download` attribute keeps the page open even when the answer is a failure instead of a file.
 */
export function handToBrowser(url: string): void {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}
