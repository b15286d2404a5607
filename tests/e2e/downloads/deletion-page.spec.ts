import { randomBytes } from 'node:crypto'
import { isClean, isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { downloadButton } from '#tests/support/browser/pages/download-page.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { inThoroughRun, onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { askTicket, ticketUrl, upload } from '#tests/support/transfers/transfers.ts'

test.beforeEach(({ site }) => site.expected.push(/Failed to load resource/))

test(
  'a deletion link deletes nothing without its secret or with a wrong one, and once with the keyboard alone',
  inThoroughRun,
  async ({ site }) => {
    const file = await upload(site.origin, randomBytes(10))
    const page = await site.person()
    await page.goto(`/delete/${file.id}`)
    await expect(page.getByRole('heading', { name: 'Link not valid' })).toBeVisible()
    await isFineInThoroughRun(page, 'link not valid')
    await page.goto(`/delete/${file.id}#wrong`)
    await page.getByRole('button', { name: 'Delete File' }).click()
    await expect(page.getByRole('heading', { name: 'Link not valid' })).toBeFocused()
    await page.goto(file.deletionUrl)
    await page.getByRole('link', { name: 'Keep file' }).click()
    await expect(downloadButton(page)).toBeVisible()
    expect((await askTicket(site.origin, file.id)).status).toBe(201)

    await page.goto(file.deletionUrl)
    const confirm = page.getByRole('button', { name: 'Delete File' })
    await expect(confirm).toBeVisible()
    for (
      let step = 0;
      step < 20 && !(await confirm.evaluate((it) => it === document.activeElement));
      step += 1
    )
      await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'File deleted' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Already deleted' })).toBeVisible()
    await isFineInThoroughRun(page, 'already gone')
  },
)

test(
  'a deletion link still deletes what its download link, which is used up, no longer gives',
  onlyInThoroughRun,
  async ({ site }) => {
    const { reply, headers, ref } = await sendTransfer({ baseUrl: site.origin }, randomBytes(10), {
      fields: { downloadLimit: '1' },
    })
    const own = await fetch(`${site.origin}/api/transfers/${ref}/links`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(own.status).toBe(201)
    const { file } = reply
    await (await fetch(await ticketUrl(site.origin, file.id))).arrayBuffer()
    const page = await site.person()
    await page.goto(file.deletionUrl)
    await expect(page.getByRole('heading', { level: 1, name: 'Delete File' })).toBeVisible()
    await isClean(page, 'used up')
    await page.getByRole('button', { name: 'Delete File' }).click()
    await expect(page.getByRole('heading', { name: 'File deleted' })).toBeFocused()
    await page.reload()
    await expect(page.getByRole('heading', { name: 'Already deleted' })).toBeVisible()
  },
)
