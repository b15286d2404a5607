import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { startServer } from '#tests/support/server/server.ts'
import { askTicket, downloadCount, upload } from '#tests/support/transfers/transfers.ts'

test('a preview of a link shows the service, never the file, and uses up nothing', async () => {
  await using site = await startServer({ web: true })
  const fields = { deleteAfterDownload: 'true' }
  const file = await upload(site.baseUrl, randomBytes(1000), fields, 'salaries-2026.txt')
  const { origin, pathname } = new URL(file.downloadUrl)
  const address = site.baseUrl + pathname
  for (const agent of ['Slackbot-LinkExpanding 1.0', 'facebookexternalhit/1.1', 'Mozilla/5.0']) {
    await fetch(address, { method: 'HEAD' })
    const preview = await fetch(address, { headers: { 'user-agent': agent } })
    assert.match(preview.headers.get('content-type') ?? '', /^text\/html/)
    assert.equal(preview.headers.get('x-robots-tag'), 'noindex')
    const html = await preview.text()
    assert.doesNotMatch(html, /salaries/)
    assert.ok(!html.includes(file.id))
    assert.ok(html.includes('<meta property="og:title" content="Restante"'))
    const [, image = ''] = /<meta property="og:image" content="([^"]+)"/.exec(html) ?? []
    assert.equal(image, `${origin}/preview.png`)
    const picture = await fetch(site.baseUrl + new URL(image).pathname)
    assert.equal(picture.headers.get('content-type'), 'image/png')
    await picture.arrayBuffer()
  }
  assert.equal(await downloadCount(site.baseUrl, file.id), 0)
  assert.equal((await askTicket(site.baseUrl, file.id)).status, 201)
})
