import { browserOptions } from './browser.ts'

/** Before all tests: two that unpack the browser at the same time would start a half-written one. */
export default async function unpackBrowser(): Promise<void> {
  await browserOptions()
}
