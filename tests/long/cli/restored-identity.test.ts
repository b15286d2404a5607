import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { defaultIdentity, type Identity } from '#contract/operations/branding/identity.ts'
import type { OwnText } from '#contract/operations/branding/own-texts.ts'
import { signIn, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { backUp, emptyWithKeys } from '#tests/support/server/backups.ts'
import { runForScript } from '#tests/support/server/run-command.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

const identity: Identity = {
  ...defaultIdentity,
  name: 'Example Transfer',
  colour: '#0E5A8A',
  startTitle: { en: 'Send files to Example Ltd.', de: 'Senden Sie Dateien an Example.' },
  note: { kind: 'warning', text: { en: 'Closed on Saturday.' }, from: null, until: null },
  links: [{ label: { en: 'Help desk' }, url: 'https://help.example.eu/' }],
  mailSignature: { en: 'Example Ltd' },
}
const terms: OwnText = {
  version: '3',
  date: '2026-12-01',
  note: { en: 'Our own terms.' },
  sections: { en: [{ title: 'Use', text: 'Send only what you may.' }] },
}
const draft: OwnText = { ...terms, version: '4', note: { en: 'Shorter.' } }
const picture = new URL('../../../src/web/public/apple-touch-icon.png', import.meta.url)

/** All that visitors are shown of it: the page, the files it names, and what the call says. */
async function seenBy({ baseUrl, client }: TestServer) {
  const { brand } = await client.call('brand')
  const page = await (await fetch(baseUrl)).text()
  const sheets = Array.from(page.matchAll(/"(\/brand\/[\w-]+\.css)"/g), ([, path = '']) => path)
  assert.equal(sheets.length, 1)
  assert.ok(brand.pictures.logo && brand.terms && brand.privacy)
  const paths = [...sheets, brand.pictures.logo, brand.terms.file]
  const files = await Promise.all(
    paths.map(async (path) => {
      const answer = await fetch(baseUrl + path)
      assert.equal(answer.status, 200, path)
      return [path, Buffer.from(await answer.arrayBuffer()).toString('base64')]
    }),
  )
  return { brand, files, title: /<title>(.*?)<\/title>/.exec(page)?.[1] }
}

forEachDatabase('a service restored from a backup', ({ place, emptyPlace }) => {
  test('has name, colour, logo, own texts and own terms again, and who accepted them', async () => {
    const from = await place()
    let before: Awaited<ReturnType<typeof seenBy>>
    {
      await using server = await startServer({ ...from, web: true })
      const admin = await signUpAdmin(server)
      await admin.client.call('changeIdentity', { body: identity })
      const form = new FormData()
      form.append('logo', new Blob([await readFile(picture)]), 'logo.png')
      await admin.client.call('changePictures', { form })
      await admin.client.call('changeOwnTerms', { body: { ...terms, page: 'terms', publish: true } })
      await admin.client.call('changeOwnTerms', { body: { ...terms, page: 'privacy', publish: true } })
      await admin.client.call('changeOwnTerms', { body: { ...draft, page: 'terms', publish: false } })
      await admin.client.call('acceptTerms', { body: { version: '3' } })
      before = await seenBy(server)
      assert.deepEqual([before.title, before.brand.terms?.version], ['Example Transfer', '3'])
    }
    const backup = await backUp(from, '--blobs')
    const to = await emptyWithKeys(emptyPlace, from)
    const { code, answer, stderr } = await runForScript(['restore', backup], { place: to })
    assert.equal(code, 0, stderr + JSON.stringify(answer))

    await using server = await startServer({ ...to, web: true })
    assert.deepEqual(await seenBy(server), before)
    const { client } = await signIn(server, 'root')
    assert.deepEqual((await client.call('identity')).identity, identity)
    const state = await client.call('ownTerms', { query: { page: 'terms' } })
    assert.deepEqual(state.draft, draft)
    assert.deepEqual(
      state.versions.map(({ version, accepted }) => [version, accepted]),
      [['3', 1]],
    )
  })
})
