import { utimes, writeFile } from 'node:fs/promises'
import {
  add,
  choose,
  download,
  linksOf,
  send,
  sendButton,
  smallFile,
} from '#tests/support/browser/pages/home.ts'
import { hasSendingParts } from '#tests/support/browser/pages/sending-parts.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { onlyInThoroughRun } from '#tests/support/server/thoroughness.ts'
import { eicar } from '#tests/support/services/eicar.ts'

test('what stops an upload is told in plain words, keeps what was chosen, and one click tries again', async ({
  site,
}) => {
  site.expected.push(/status of 4(13|22)/, /ERR_INTERNET_DISCONNECTED/)
  const page = await site.person()
  await choose(page, smallFile('good.txt'), smallFile('bad.txt', eicar().toString('latin1')))
  await page.getByRole('textbox', { name: 'Message from sender' }).fill('typed once')
  await page.getByRole('radio', { name: '12h', exact: true }).check()
  const alert = page.getByRole('alert')

  // The page of a proxy.
  const call = '**/api/files/upload-multiple'
  await page.route(call, (route) =>
    route.fulfill({ status: 413, contentType: 'text/html', body: '<h1>413</h1>' }),
  )
  await sendButton(page).click()
  await expect(alert).toHaveText('File too large. Please try a smaller file.')
  await expect(alert).toBeFocused()
  await page.unroute(call)
  await expect(page.getByRole('textbox', { name: 'Message from sender' })).toHaveValue('typed once')
  await expect(page.getByRole('radio', { name: '12h', exact: true })).toBeChecked()

  // A part that is being fetched would be waited for.
  await hasSendingParts(page)
  await page.context().setOffline(true)
  await sendButton(page).click()
  await expect(alert).toHaveText('Connection lost. Check your network and try again.')
  await page.context().setOffline(false)

  await sendButton(page).click()
  await expect(alert).toContainText('File rejected due to security concerns.')
  await page.getByRole('button', { name: 'Remove bad.txt' }).click()
  await send(page)
})

test('parts of the page that did not load while it was used come once they can', async ({ site }) => {
  site.expected.push(/ERR_FAILED/)
  const page = await site.person()
  const refused: string[] = []
  // One that the page of the link imports, and one that it is shown with.
  const parts = /assets\/(share-actions|progress-view)-.*\.js/
  await page.route(parts, (route) => {
    refused.push(route.request().url())
    return route.abort()
  })
  await choose(page, smallFile())
  await sendButton(page).click()
  await expect(page.getByRole('alert')).toContainText('This part of the page couldn’t be loaded.')
  expect(refused.length).toBeGreaterThanOrEqual(4)
  await page.unroute(parts)
  const { link } = await linksOf(page)
  await expect(page.getByRole('alert')).toHaveCount(0)
  await download(page, link)
})

test('a file that changed since it was selected is named', onlyInThoroughRun, async ({ site }, info) => {
  site.expected.push(/ERR_/)
  const page = await site.person()
  const path = info.outputPath('draft.txt')
  await writeFile(path, 'first')
  await choose(page, path)
  await add(page, 'Select Files', [smallFile('other.txt')])
  await writeFile(path, 'second')
  // Browsers look at whole seconds.
  await utimes(path, 2_000_000_000, 2_000_000_000)
  await sendButton(page).click()
  await expect(page.getByRole('alert')).toContainText('draft.txt couldn’t be read.')
  await page.getByRole('button', { name: 'Remove draft.txt' }).click()
  await add(page, 'Select Files', [path])
  await send(page)
})
