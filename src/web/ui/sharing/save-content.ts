import { handToBrowser } from './hand-to-browser.ts'

/** How long the browser has to take the content over. */
const lifetimeMs = 60_000

/** Has the browser save what this page holds already. */
export function saveContent({ name, content }: { name: string; content: Blob }): void {
  const url = URL.createObjectURL(content)
  handToBrowser(url, name)
  // The browser reads it after this call; how long that takes it does not say.
  setTimeout(() => URL.revokeObjectURL(url), lifetimeMs)
}
