import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setActive, signUp, signUpAdmin, uploadAs } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { askTicket, codeOf, ticketUrl } from '#tests/support/transfers/transfers.ts'

forEachDatabase('what a disabled account has sent', ({ place }) => {
  test('is not available at once, on either of two instances, and is again with the account', async () => {
    const at = await place()
    await using one = await startServer(at)
    await using other = await startServer(at)
    const ada = await signUp(one)
    const admin = await signUpAdmin(one)
    const file = await uploadAs(one, ada.token, 'a.bin', { bytes: 1000 })
    const ticket = await ticketUrl(one.baseUrl, file.id)
    const downloads = (baseUrl: string) => [
      () => fetch(`${baseUrl}/api/download/${file.id}/file`),
      () => fetch(baseUrl + ticket.slice(one.baseUrl.length)),
    ]
    await setActive(admin, 'ada', false)
    for (const { baseUrl } of [one, other]) {
      const info = await fetch(`${baseUrl}/api/files/info/${file.id}`)
      assert.equal(await codeOf(info, 451), 'TRANSFER_DISABLED')
      assert.equal(await codeOf(await askTicket(baseUrl, file.id), 451), 'TRANSFER_DISABLED')
      for (const ask of downloads(baseUrl)) assert.equal(await codeOf(await ask(), 451), 'TRANSFER_DISABLED')
    }
    await setActive(admin, 'ada', true)
    for (const { baseUrl } of [one, other]) {
      assert.equal((await fetch(`${baseUrl}/api/files/info/${file.id}`)).status, 200)
      for (const ask of [...downloads(baseUrl), async () => fetch(await ticketUrl(baseUrl, file.id))]) {
        const response = await ask()
        assert.equal(response.status, 200)
        assert.equal((await response.arrayBuffer()).byteLength, 1000)
      }
    }
  })
})
