import { randomBytes } from 'node:crypto'
import { ownAddress, signUp, tokenOf, uploadAs } from '#tests/support/accounts/people.ts'
import { isFineInThoroughRun } from '#tests/support/browser/checks/is-fine.ts'
import { expect, test } from '#tests/support/browser/site.ts'
import { blobFiles, damageBlob } from '#tests/support/databases/damage-blob.ts'
import { inThoroughRun } from '#tests/support/server/thoroughness.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'

test(
  'a damaged file is marked in the portal, and its manage page says what to do',
  inThoroughRun,
  async ({ site }) => {
    const page = await site.person(ownAddress())
    await signUp(page)
    const baseUrl = site.origin
    const headers = { authorization: `Bearer ${await tokenOf(page)}` }
    const kept = new Set(await blobFiles(site.dataDir))
    const sent = await sendTransfer({ baseUrl }, randomBytes(100_000), { filename: 'rotten.bin', headers })
    for (const path of await blobFiles(site.dataDir)) if (!kept.has(path)) await damageBlob(path)
    await uploadAs(page, ['whole.txt'])
    expect((await fetch(`${baseUrl}/api/download/${sent.linkId}/file`)).status).toBe(500)

    await page.goto('/portal/files')
    const rowOf = (name: string) => page.getByRole('row').filter({ has: page.getByTitle(name) })
    await expect(rowOf('rotten.bin').getByText('Damaged')).toBeVisible()
    await expect(rowOf('whole.txt')).toBeVisible()
    await expect(page.getByText('Damaged', { exact: true })).toHaveCount(1)
    await isFineInThoroughRun(page, 'files')
    const says = page.getByText(
      'This file is damaged on the server and can’t be downloaded completely. It has to be sent again.',
    )
    await rowOf('rotten.bin').getByRole('link').first().click()
    await expect(says).toBeVisible()
    await isFineInThoroughRun(page, 'manage')
    await page.goto('/portal/files')
    await rowOf('whole.txt').getByRole('link').first().click()
    await expect(page.getByRole('heading', { name: 'whole.txt', level: 1 })).toBeVisible()
    await expect(says).toHaveCount(0)
  },
)
