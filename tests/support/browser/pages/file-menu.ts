import type { Locator, Page } from '@playwright/test'

type FileAction = 'View' | 'Download' | 'Who can open it' | 'Delete'

/** The button that opens the menu of a file in the portal. */
export function fileMenu(page: Page, filename: string): Locator {
  return page.getByRole('button', { name: `More actions for ${filename}`, exact: true })
}

/** Opens the menu of a file in the portal and gives one of its items. */
export async function inFileMenu(page: Page, filename: string, action: FileAction): Promise<Locator> {
  await fileMenu(page, filename).click()
  return page.getByRole('menu').getByRole('menuitem', { name: action })
}

/** Does something with a file of the portal that its menu offers. */
export async function chooseInFileMenu(page: Page, filename: string, action: FileAction): Promise<void> {
  await (await inFileMenu(page, filename, action)).click()
}
