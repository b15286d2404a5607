import { expect, type Page } from '@playwright/test'

/** CSS pixels that a control measures at least, each way. */
const least = 44

/**
 * Expects that everything to be pressed is large enough for a finger: itself, or the label around it. Links in running
 * text are as high as their line. `state` names it in a failure.
 */
export async function largeTargets(page: Page, state: string): Promise<void> {
  const small = await page.evaluate((least) => {
    const controls = 'a[href], button, input, select, textarea, summary, [role=tab], [role=button]'
    const dialog = document.querySelector('dialog[open]')
    return Array.from((dialog ?? document).querySelectorAll<HTMLElement>(controls)).flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true }) || control.closest('.vh, .skip')) return []
      const { display } = getComputedStyle(control)
      const around = control.parentElement?.textContent?.trim() ?? ''
      if (display === 'inline' && around !== control.textContent?.trim()) return []
      const target = control.matches('[type=radio], [type=checkbox]') ? control.closest('label') : control
      const { width, height } = (target ?? control).getBoundingClientRect()
      if (width === 0 || (Math.round(width) >= least && Math.round(height) >= least)) return []
      return [`${Math.round(width)} x ${Math.round(height)}: ${control.outerHTML.slice(0, 120)}`]
    })
  }, least)
  expect(small, state).toEqual([])
}
