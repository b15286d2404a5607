import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { sendButton } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'

let root: string
test.beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'restante-dropped-'))
})
test.afterEach(() => rm(root, { recursive: true, force: true }))

async function openHome(page: Page): Promise<void> {
  await page.goto('/')
  await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
}

/** Drops what lies at paths, at a point of the window. */
async function drop(
  page: Page,
  files: string[],
  { x, y } = { x: 300, y: 300 },
  beforeLettingGo = async () => {},
): Promise<void> {
  const mouse = await page.context().newCDPSession(page)
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    if (type === 'drop') await beforeLettingGo()
    await mouse.send('Input.dispatchDragEvent', { type, x, y, data })
  }
}

test('files can be pasted, a picture from the screen among them, and text becomes a file', async ({
  site,
}) => {
  const page = await site.person()
  await openHome(page)
  const paste = (selector: string, names: string[]) =>
    page.evaluate(
      ([selector, names]) => {
        const clipboardData = new DataTransfer()
        for (const name of names) clipboardData.items.add(new File([name], name, { type: 'image/png' }))
        clipboardData.setData('text/plain', 'what some programs put beside a picture')
        document
          .querySelector(selector)
          ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
      },
      [selector, names] as const,
    )
  await paste('body', ['image.png', 'second.png'])
  await expect(sendButton(page)).toHaveText('Upload 2 files')
  await expect(page.getByText('image.png', { exact: true })).toBeVisible()
  for (const field of ['textarea', 'input[name=expiresIn]'])
    await expect(page.locator(field).first()).toBeAttached()
  await paste('textarea', ['third.png'])
  await paste('input[name=expiresIn]', ['fourth.png'])
  await expect(sendButton(page)).toHaveText('Upload 3 files')
  await expect(page.getByText('third.png')).toBeHidden()

  const pasteText = (selector: string, text: string) =>
    page.evaluate(
      ([selector, text]) => {
        const clipboardData = new DataTransfer()
        clipboardData.setData('text/plain', text)
        document
          .querySelector(selector)
          ?.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
      },
      [selector, text] as const,
    )
  await pasteText('body', 'a few words')
  await expect(page.getByRole('listitem').filter({ hasText: 'Pasted text.txt' })).toContainText('11 B')
  await pasteText('textarea', 'not a file')
  await expect(sendButton(page)).toHaveText('Upload 4 files')
})

test('the whole window takes what is dropped, to its corners, and whatever comes under the pointer', async ({
  site,
}) => {
  const page = await site.person({ viewport: { width: 1280, height: 800 } })
  await openHome(page)
  for (const [name, point, says] of [
    ['left.txt', { x: 2, y: 60 }, 'Drop to add'],
    ['right.txt', { x: 1277, y: 797 }, 'Drop more here'],
  ] as const) {
    await writeFile(join(root, name), 'a few words')
    await drop(page, [join(root, name)], point, () => expect(page.getByText(says)).toBeVisible())
    await expect(page.getByText(name, { exact: true })).toBeVisible()
  }
  await expect(page).toHaveURL(`${site.origin}/`)
  await writeFile(join(root, 'moved.txt'), 'a few words')
  await drop(page, [join(root, 'moved.txt')], undefined, () =>
    page.evaluate(() => {
      const above = document.createElement('div')
      above.style.cssText = 'position: fixed; inset: 0'
      document.body.append(above)
    }),
  )
  await expect(page.getByText('moved.txt', { exact: true })).toBeVisible()
})

test('what cannot be read, is empty or has gone is named, and the rest of what is dropped is taken', async ({
  site,
}) => {
  site.expected.push(/ERR_FILE_NOT_FOUND/)
  const folder = join(root, 'trip')
  await mkdir(join(folder, 'locked'), { recursive: true })
  await mkdir(join(root, 'nothing', 'inside'), { recursive: true })
  await writeFile(join(folder, 'a.txt'), 'a')
  await writeFile(join(folder, 'locked', 'b.txt'), 'b')
  await writeFile(join(root, 'gone.txt'), 'a few words')
  const page = await site.person()
  // Anyone who runs the tests may read everything: the browser finds that it may not, where it asks the system.
  await page.addInitScript(() => {
    const { webkitGetAsEntry } = DataTransferItem.prototype
    DataTransferItem.prototype.webkitGetAsEntry = function () {
      const entry = webkitGetAsEntry.call(this)
      const folders: FileSystemDirectoryEntry = Object.getPrototypeOf(entry)
      const { createReader } = folders
      folders.createReader = function () {
        const reader = createReader.call(this)
        if (this.name !== 'locked') return reader
        return { readEntries: (_, onError) => onError?.(new DOMException('no', 'NotReadableError')) }
      }
      return entry
    }
  })
  await openHome(page)
  const alert = page.getByRole('alert')
  await drop(page, [folder])
  await expect(alert).toHaveText('trip/locked couldn’t be read and was skipped.')
  await expect(sendButton(page)).toHaveText('Upload 1 file')
  await page.getByRole('button', { name: 'Clear Selection' }).click()
  await drop(page, [join(folder, 'locked')])
  await expect(alert).toHaveText('locked couldn’t be read and was skipped.')
  await expect(page.getByRole('button', { name: 'Select Files' })).toBeVisible()
  await drop(page, [join(root, 'nothing')])
  await expect(alert).toHaveText('nothing is empty and was skipped.')

  await drop(page, [join(root, 'gone.txt')])
  await expect(sendButton(page)).toHaveText('Upload 1 file')
  await rm(join(root, 'gone.txt'))
  await sendButton(page).click()
  await expect(alert).toContainText('gone.txt couldn’t be read.')
  await expect(sendButton(page)).toHaveText('Upload 1 file')
})

test('what a phone shares with the app is picked once, and a sentence asks for it where it is lost', async ({
  site,
}) => {
  const page = await site.person()
  // The worker isn't there yet.
  await page.goto('/?shared')
  await expect(page.getByRole('alert')).toHaveText('The files didn’t come through. Choose them here.')
  await expect(page).toHaveURL('/')
  await page.evaluate(async () => {
    const found = await navigator.serviceWorker.getRegistration('/share')
    const worker = found?.installing ?? found?.waiting
    if (worker) await new Promise((resolve) => worker.addEventListener('statechange', resolve))
  })
  const shareForm = `<form method="post" enctype="multipart/form-data" action="${site.origin}/share"><input type="file" name="files" multiple><button>Share</button></form>`
  const share = async (from: string, ...names: string[]) => {
    await page.goto(from)
    if (from === 'about:blank') await page.setContent(shareForm)
    const files = names.map((name) => ({ name, mimeType: 'image/png', buffer: Buffer.from(name) }))
    await page.locator('input').setInputFiles(files)
    await page.getByRole('button', { name: 'Share' }).click()
  }
  await share('about:blank', 'first.png', 'second.png')
  await expect(sendButton(page)).toHaveText('Upload 2 files')
  await expect(page.getByText('second.png', { exact: true })).toBeVisible()
  await expect(page).toHaveURL('/')
  // They are taken: nothing is left for the next one.
  await page.goto('/?shared')
  await expect(page.getByRole('alert')).toHaveText(/didn’t come through/)
  // Every other request passes: the server answers an address below, which may be an old link of another service.
  site.expected.push(/status of 404/)
  expect((await page.goto('/share/V1StGXR8_Z5jdHi6B-myTq'))?.fromServiceWorker()).toBe(false)
  // A page of another site shares nothing.
  site.expected.push(/^request to http:\/\/127\.0\.0\.1:1$/)
  const other = `${site.origin.replace(/\d+$/, '1')}/`
  await page.route(other, (route) => route.fulfill({ contentType: 'text/html', body: shareForm }))
  const sharedPage = page.waitForRequest(
    (request) =>
      request.isNavigationRequest() &&
      /^\/(\?.*)?$/.test(request.url().slice(site.origin.length)) &&
      request.url().startsWith(site.origin),
  )
  await share(other, 'foreign.png')
  // The page that takes what is kept is not even opened.
  expect((await sharedPage).url()).toBe(`${site.origin}/`)
  await page.goto('/?shared')
  await expect(page.getByRole('alert')).toHaveText(/didn’t come through/)
  // Files that nobody has taken for an hour are gone.
  await share('about:blank', 'late.png')
  await expect(sendButton(page)).toHaveText('Upload 1 file')
  await page.evaluate(async () => {
    const opening = indexedDB.open('restante-shared', 1)
    await new Promise((resolve) => {
      opening.onsuccess = resolve
    })
    const turn = opening.result.transaction('kept', 'readwrite')
    const at = Date.now() - 61 * 60_000
    turn.objectStore('kept').add({ at, files: [new File(['x'], 'forgotten.png')] })
    await new Promise((resolve) => {
      turn.oncomplete = resolve
    })
    opening.result.close()
  })
  await page.goto('/?shared')
  await expect(page.getByRole('alert')).toHaveText(/didn’t come through/)
})
