import { type Dialog, expect, type Page } from '@playwright/test'
import { downloadButton } from './download-page.ts'

type Chosen = { name: string; mimeType: string; buffer: Buffer } | string

/** The button that sends the selection, whatever it counts. */
export function sendButton(page: Page) {
  return page.getByRole('button', { name: /^(Upload [\d,]+ files?|Send to \d+ (person|people))$/ })
}

/** Opens the home page and picks files through the real chooser. */
export async function choose(page: Page, ...files: Chosen[]): Promise<void> {
  await page.goto('/')
  await putAwayLinks(page)
  await add(page, 'Select Files', files)
  await expect(sendButton(page)).toHaveText(`Upload ${files.length} file${files.length === 1 ? '' : 's'}`)
}

/** Dismisses the links of this tab's last upload, which are shown until then. */
async function putAwayLinks(page: Page): Promise<void> {
  const another = page.getByRole('button', { name: 'Upload Another File' })
  await expect(another.or(page.getByRole('button', { name: 'Select Files' }))).toBeVisible()
  if (!(await another.isVisible())) return
  await another.click()
  // The link of what was sealed is asked about.
  const leave = page.getByRole('dialog').getByRole('button', { name: 'Upload Another File' })
  await expect(leave.or(page.getByRole('button', { name: 'Select Files' }))).toBeVisible()
  if (await leave.isVisible()) await leave.click()
}

/** Opens the options where they stand in a sheet, on a phone. */
export async function openOptions(page: Page): Promise<void> {
  const change = page.getByRole('button', { name: 'Change options' })
  await expect(change.or(page.getByRole('textbox', { name: 'Message from sender' })).first()).toBeVisible()
  if (await change.isVisible()) await change.click()
}

/** Puts the sheet with the options away again. */
export async function closeOptions(page: Page): Promise<void> {
  const done = page.getByRole('dialog').getByRole('button', { name: 'Done' })
  if (await done.isVisible()) await done.click()
}

/** Picks more files, or the folder at a path, on the home page as it is. */
export async function add(
  page: Page,
  button: 'Select Files' | 'Select Folder',
  files: Chosen[] | string,
): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: button }).click()
  // One kind at a time, as Playwright wants it.
  const paths = [files].flat().filter((file) => typeof file === 'string')
  const payloads = [files].flat().filter((file) => typeof file !== 'string')
  await (await chooser).setFiles(paths.length > 0 ? paths : payloads)
}

/** Sends what was picked and gives the share link and the deletion link. */
export async function send(page: Page): Promise<{ link: string; deletion: string }> {
  await sendButton(page).click()
  return linksOf(page)
}

/** Waits for the links of an upload that is under way. */
export async function linksOf(page: Page): Promise<{ link: string; deletion: string }> {
  await expect(
    page.getByRole('heading', { name: /^(Your link is ready|Sent to \d+ (person|people))\.$/ }),
  ).toBeVisible({
    timeout: 50_000,
  })
  const deletion = page.getByRole('textbox', { name: 'Deletion link' })
  if (!(await deletion.isVisible())) await page.locator('summary', { hasText: 'Details' }).click()
  return {
    link: await page.getByRole('textbox', { name: 'Share link' }).inputValue(),
    deletion: await deletion.inputValue(),
  }
}

/** Downloads the file behind a link and gives the path it was saved at. */
export async function download(page: Page, link: string): Promise<{ path: string; name: string }> {
  await page.goto(link)
  const arriving = page.waitForEvent('download')
  await downloadButton(page).click()
  const arrived = await arriving
  return { path: await arrived.path(), name: arrived.suggestedFilename() }
}

export function smallFile(name = 'notes.txt', text = 'a few words') {
  return { name, mimeType: 'text/plain', buffer: Buffer.from(text) }
}

/** Cancels the upload under way, and says yes where something of it has arrived. */
export async function cancelUpload(page: Page): Promise<void> {
  const accept = (dialog: Dialog) => dialog.accept()
  page.on('dialog', accept)
  await page.getByRole('button', { name: 'Cancel upload' }).click()
  page.off('dialog', accept)
}
