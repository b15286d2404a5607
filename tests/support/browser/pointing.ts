import type { Locator, Page } from '@playwright/test'

/** Points at something, and resolves when the page has taken note of it, even while its clock stands. */
export async function pointAt(target: Locator): Promise<void> {
  await target.hover()
  await takesNote(target.page())
}

/** Points at a place with nothing in it; see pointAt. */
export async function pointAway(page: Page): Promise<void> {
  await page.mouse.move(0, 0)
  await takesNote(page)
}

/** React answers to a pointer that comes and goes in tasks of its own, which follow on messages: no clock of a test stops them. */
function takesNote(page: Page): Promise<void> {
  return page.evaluate(async () => {
    for (let turn = 0; turn < 3; turn += 1)
      await new Promise((resolve) => {
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', resolve, { once: true })
        port1.start()
        port2.postMessage(0)
      })
  })
}
