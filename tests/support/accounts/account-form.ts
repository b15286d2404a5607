import type { Page } from '@playwright/test'

/** The button of the form, not the one of the navigation. */
export function send(page: Page, name: string) {
  return page.getByRole('main').getByRole('button', { name, exact: true })
}
