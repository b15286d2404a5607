import type { Page } from '@playwright/test'
import type { Role, Size, Studio } from './studio.ts'

/** A page in one of its states. */
export type Picture = {
  readonly name: string
  readonly role: Role
  /** The version of the terms that was accepted before; the present one unless told. */
  readonly terms?: string
  /** Where it is drawn otherwise than on the other size. */
  readonly only?: Size['name']
  /** Brings the page into its state. Texts are those of the language at hand, through the app's own `t`. */
  readonly arrange: (page: Page, studio: Studio) => Promise<unknown>
  /** Puts back what it has changed for others. */
  readonly restore?: (studio: Studio) => Promise<unknown>
}

/** A page as it is at an address. */
export function plainPage(name: string, role: Role, address: string): Picture {
  return { name, role, arrange: (page) => open(page, address) }
}

/** A dialog that a button of a page opens; `button` gives its name in the language at hand. */
export function dialogOf(name: string, role: Role, address: string, button: () => string): Picture {
  return {
    name,
    role,
    async arrange(page) {
      await open(page, address)
      await press(page, button())
      await page.getByRole('dialog').waitFor()
    },
  }
}

/** Goes to an address and waits for its heading. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('h1').first().waitFor()
}

/** Presses the first button or link that is called so. */
export async function press(page: Page, name: string): Promise<void> {
  await page
    .locator('button, a, summary')
    .filter({ visible: true })
    .and(page.getByText(name, { exact: true }).or(page.getByLabel(name, { exact: true })))
    .first()
    .click()
}

/** Opens whatever a phone folds on the page of a file. */
export async function unfold(page: Page): Promise<void> {
  await page.locator('.file-more :is(dl, summary)').first().waitFor()
  for (const summary of await page.locator('.file-more summary').all()) await summary.click()
}

/** Opens the first exact values of a page. */
export async function openExact(page: Page): Promise<void> {
  const buttons = page.locator('.exact-btn').filter({ visible: true })
  await buttons.first().waitFor()
  for (const button of (await buttons.all()).slice(0, 4)) await button.click()
}
