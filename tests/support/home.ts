import { expect, type Page } from '@playwright/test'

type Chosen = { name: string; mimeType: string; buffer: Buffer } | string

/** Opens the home page and picks a file through the real chooser. */
export async function choose(page: Page, file: Chosen): Promise<void> {
  await page.goto('/')
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Select Files' }).click()
  await (await chooser).setFiles(file)
  await expect(page.getByRole('button', { name: 'Upload 1 file' })).toBeVisible()
}

/** Sends what was picked and gives the share link and the deletion link. */
export async function send(page: Page): Promise<{ link: string; deletion: string }> {
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await expect(page.getByRole('heading', { name: 'Your link is ready.' })).toBeVisible({ timeout: 50_000 })
  return {
    link: await page.getByRole('textbox', { name: 'Share link' }).inputValue(),
    deletion: await page.getByRole('textbox', { name: 'Deletion link' }).inputValue(),
  }
}

export function smallFile(name = 'notes.txt') {
  return { name, mimeType: 'text/plain', buffer: Buffer.from('a few words') }
}
