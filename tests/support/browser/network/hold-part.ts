import type { Page } from '@playwright/test'

/**
 * Keeps a file of the build from the page until it is released. Whoever asserts what is shown meanwhile awaits `asked` first:
 * after a change of how the build is cut, no file may have that name, and nothing would be held.
 * @param name what the file is called, without its hash
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
