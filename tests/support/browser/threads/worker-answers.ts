import type { Page } from '@playwright/test'

/** Counts what the workers of a page answer, from its next document on. @returns how many answers there are by now */
export async function countWorkerAnswers(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const answered: unknown[] = []
    Object.assign(window, { answered })
    window.Worker = class extends Worker {
      constructor(address: string | URL, options?: WorkerOptions) {
        super(address, options)
        this.addEventListener('message', ({ data }) => answered.push(data))
      }
    }
  })
  return () => page.evaluate(() => Reflect.get(window, 'answered').length)
}
