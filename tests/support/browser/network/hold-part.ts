import type { Page } from '@playwright/test'

/**
 * Keeps a file of the build from the page until it is released. Await `asked` before asserting what is shown meanwhile: after a
 * change of the build's chunks no file may have that name, and nothing would be held.
 * @param name the file's name without its hash
 */
export async function holdPart(
  page: Page,
  name: string,
): Promise<{ asked: Promise<void>; release: () => void }> {
  const asked = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  await page.route(`**/assets/${name}-*.js`, async (route) => {
    asked.resolve()
    await released.promise
    await route.fallback()
  })
  return { asked: asked.promise, release: released.resolve }
}
