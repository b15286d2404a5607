import { expect, type Page } from '@playwright/test'
import type { FileInfo } from '#contract/transfers/files.ts'

/** The button of the download page. */
export function downloadButton(page: Page) {
  return page.getByRole('button', { name: /^Download (File|all)/ })
}

/** The field for the file password on the download page. */
export function passwordField(page: Page) {
  return page.getByRole('textbox', { name: 'File password' })
}

/** Shows the page of a file whose info says something else in places. */
export async function openChanged(page: Page, id: string, changes: Partial<FileInfo>): Promise<void> {
  await page.unroute('**/api/files/info/*')
  await page.route('**/api/files/info/*', async (route) => {
    const { success, file } = await (await route.fetch()).json()
    await route.fulfill({ json: { success, file: { ...file, ...changes } } })
  })
  await page.goto(`/download/${id}`)
  await expect(page.getByRole('timer')).toBeVisible()
}

export type Refusal = { code: string; status: number; message?: string; headers?: Record<string, string> }

/** Lets calls whose address matches be refused in the shape of the contract. */
export async function refuse(
  page: Page,
  calls: string,
  { code, status, message = 'Refused.', headers = {} }: Refusal,
): Promise<void> {
  const json = { success: false, error: 'Refused', message, code }
  await page.route(calls, (route) => route.fulfill({ status, headers, json }))
}
