import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'

/** What is left of a window of 1280 x 800 when its pages are twice, or four times, as large. */
for (const [zoom, viewport] of [
  [200, { width: 640, height: 400 }],
  [400, { width: 320, height: 256 }],
] as const) {
  test(
    `at ${zoom} % the terms are read and accepted with the keyboard alone`,
    onlyInThoroughRun,
    async ({ site }) => {
      for (const [terms, name] of [
        ['unseen', 'Accept & Continue'],
        ['1.0', 'Accept Updates'],
      ] as const) {
        const page = await site.person({ viewport, terms })
        await page.goto('/')
        const dialog = page.getByRole('dialog')
        const text = dialog.getByRole('region')
        await expect(text).toBeFocused()
        const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
        expect(over).toBeLessThanOrEqual(0)
        // Three lines of it, at least.
        expect((await text.boundingBox())?.height).toBeGreaterThan(75)
        const accept = dialog.getByRole('button', { name })
        await expect(accept).toBeDisabled()
        await page.keyboard.press('PageDown')
        await expect.poll(() => text.evaluate(({ scrollTop }) => scrollTop)).toBeGreaterThan(0)
        await page.keyboard.press('End')
        await expect(accept).toBeEnabled()
        for (
          let tabs = 0;
          tabs < 3 && !(await accept.evaluate((it) => it === document.activeElement));
          tabs += 1
        )
          await page.keyboard.press('Tab')
        await expect(accept).toBeFocused()
        await expect(accept).toBeInViewport({ ratio: 1 })
        await page.keyboard.press('Enter')
        await expect(dialog).toBeHidden()
      }
    },
  )
}
