import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type BrowserContext, type BrowserContextOptions, chromium } from '@playwright/test'
import { saveDialogOn } from './save-dialog.ts'
import { startDisplay } from './start-display.ts'

/** Chromium as Debian builds it: the one from npm has no windows. scripts/services/whole-chromium.sh puts it there. */
const executablePath = fileURLToPath(
  new URL('../../../../node_modules/.cache/whole-chromium/usr/lib/chromium/chromium', import.meta.url),
)

/** A browser with windows on a display of its own, and its question where to save. */
export type Desktop = {
  readonly context: BrowserContext
  readonly saveDialog: ReturnType<typeof saveDialogOn>
} & AsyncDisposable

/** @param folder for its profile and all that it keeps */
export async function startDesktop(folder: string, options: BrowserContextOptions = {}): Promise<Desktop> {
  const { child, display } = await startDisplay()
  async function stop() {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
  try {
    const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
      ...options,
      executablePath,
      headless: false,
      chromiumSandbox: process.getuid?.() !== 0,
      args: ['--disable-gpu'],
      env: { PATH: process.env.PATH, HOME: folder, DISPLAY: display, LANG: 'C.UTF-8' },
    })
    return {
      context,
      saveDialog: saveDialogOn(display),
      async [Symbol.asyncDispose]() {
        await context.close()
        await stop()
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}
