import { sendButton } from '#tests/support/browser/pages/home.ts'
import { expect, test } from '#tests/support/browser/site.ts'

test('files that a desktop opens with the app are picked, and those that can’t be read are named', async ({
  site,
}) => {
  const page = await site.person()
  await page.addInitScript(() => {
    const open = (...names: string[]) =>
      names.map((name) => ({
        name,
        getFile: async () => {
          if (name.startsWith('gone')) throw new DOMException('gone', 'NotFoundError')
          return new File([name], name)
        },
      }))
    const launches = [open('plan.pdf', 'gone.pdf'), open()]
    const setConsumer = (take: (launch: object) => void) => {
      for (const files of launches.splice(0)) take({ files })
    }
    Object.defineProperty(window, 'launchQueue', { value: { setConsumer } })
  })
  await page.goto('/?opened')
  await expect(sendButton(page)).toHaveText('Upload 1 file')
  await expect(page.getByText('plan.pdf', { exact: true })).toBeVisible()
  await expect(page.getByRole('alert')).toContainText('gone.pdf')
  await expect(page).toHaveURL('/')
})
