import { handToBrowser } from './hand-to-browser.ts'

/** Has the browser save what this page holds already. */
export function saveContent({ name, content }: { name: string; content: Blob }): void {
  const url = URL.createObjectURL(content)
  handToBrowser(url, name)
  URL.revokeObjectURL(url)
}
