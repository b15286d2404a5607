import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OwnText } from '#contract/operations/branding/own-texts.ts'
import { type Person, sendJson, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer } from '#tests/support/server/server.ts'
import { codeOf, until } from '#tests/support/transfers/transfers.ts'

const text: OwnText = {
  version: '3',
  date: '2026-12-01',
  note: { en: 'Our own terms.' },
  sections: {
    en: [
      { title: 'Use', text: 'Send <b>only** what you may.' },
      { title: 'Contact', text: 'Write to [us](mailto:us@example.eu).' },
    ],
  },
}
const change = (admin: Person, own: OwnText, publish = true, page: 'terms' | 'privacy' = 'terms') =>
  admin.client.call('changeOwnTerms', { body: { ...own, page, publish } })
const read = async (url: string, init = {}) => (await fetch(url, init)).text()

forEachDatabase('own terms', ({ place }) => {
  test('hold on every instance within seconds, are accepted by their own words, and end in the export of settings', async () => {
    const at = await place()
    await using one = await startServer({ ...at, web: true })
    await using other = await startServer({ ...at, web: true })
    const admin = await signUpAdmin(one)
    const ada = await signUp(other, 'ada')
    await ada.client.call('acceptTerms', { body: { version: '2.1' } })

    const draft = await change(admin, text, false)
    assert.deepEqual([draft.draft, draft.versions], [text, []])
    assert.equal(draft.builtIn?.sections.de?.length, 9)
    assert.doesNotMatch(JSON.stringify(draft.builtIn), /[{]\w+[},]/)
    assert.equal((await other.client.call('config')).termsVersion, '2.1')
    assert.doesNotMatch(await read(other.baseUrl), /name="brand"/)

    const published = await change(admin, text)
    assert.equal(published.draft, null)
    assert.deepEqual(
      published.versions.map(({ version }) => version),
      ['3'],
    )
    await until(async () => (await other.client.call('config')).termsVersion === '3')
    const { brand } = await other.client.call('brand')
    assert.equal(brand.terms?.version, '3')
    assert.ok((await read(other.baseUrl)).includes(`&quot;file&quot;:&quot;${brand.terms.file}&quot;`))
    assert.deepEqual(JSON.parse(await read(other.baseUrl + brand.terms.file)), { versions: [text] })

    const old = await sendJson(other, 'POST', '/users/terms', { version: '2.1' }, ada.token)
    assert.equal(await codeOf(old, 400), 'BAD_REQUEST')
    await ada.client.call('acceptTerms', { body: { version: '3' } })
    const { consents } = await ada.client.call('consents')
    assert.deepEqual(consents.map(({ version, withdrawnAt }) => [version, withdrawnAt !== null]).toSorted(), [
      ['2.1', true],
      ['3', false],
    ])
    const hash = consents.find(({ version }) => version === '3')?.textHash
    assert.equal(
      await read(`${other.baseUrl}/api/consents/texts/${hash}`),
      '1. Use\n\nSend <b>only** what you may.\n\n2. Contact\n\nWrite to [us](mailto:us@example.eu).\n',
    )

    await change(admin, { ...text, version: '1' }, true, 'privacy')
    const exported = await admin.client.call('exportSettings')
    assert.deepEqual([exported.terms, exported.privacy?.version], [text, '1'])
    await using elsewhere = await startServer({ web: true })
    const { success: _, ...file } = exported
    await (await signUpAdmin(elsewhere)).client.call('importSettings', { body: file })
    assert.equal((await elsewhere.client.call('brand')).brand.terms?.version, '3')
    assert.ok((await elsewhere.client.call('brand')).brand.privacy)

    // Without sections the page is the program's again, for people who accepted that, too.
    await change(admin, { ...text, version: '4', sections: {} })
    assert.equal((await one.client.call('config')).termsVersion, '2.1')
    assert.equal(brand.terms && (await fetch(one.baseUrl + brand.terms.file)).status, 404)
    await change(admin, { ...text, version: '5' })
    assert.deepEqual(
      JSON.parse(await read(one.baseUrl + (await one.client.call('brand')).brand.terms?.file)).versions.map(
        ({ version }: OwnText) => version,
      ),
      ['5', '3'],
    )
    const { entries } = await admin.client.call('auditLog', { query: { filter: 'service' } })
    assert.deepEqual(
      entries.filter(({ act }) => act.includes('text')).map(({ act, details }) => [act, details.version]),
      [
        ['service.text-published', '5'],
        ['service.text-published', '4'],
        ['service.text-published', '1'],
        ['service.text-published', '3'],
        ['service.text-changed', '3'],
      ],
    )
  })
})

test('texts that cannot hold are refused by a sentence that names it, and nothing is stored', async () => {
  await using server = await startServer()
  const admin = await signUpAdmin(server)
  const person = await signUp(server, 'ada')
  await change(admin, text)
  const section = (title: string, content: string) => ({ title, text: content })
  const refused: [Partial<OwnText>, string, string?][] = [
    [{ version: '3' }, 'VERSION_NOT_HIGHER', '3'],
    [{ version: '2.2' }, 'VERSION_NOT_HIGHER', '3'],
    [
      { sections: { en: [section('Use', '[x](javascript:alert(1))')] } },
      'LINK_REFUSED',
      'javascript:alert(1',
    ],
    [{ sections: { ...text.sections, de: [section('Nutzung', 'Text')] } }, 'TEXT_INCOMPLETE', 'de'],
    [{ sections: { en: [section('Use', '')] } }, 'TEXT_INCOMPLETE', 'en'],
    [{ version: 'three' }, 'BAD_REQUEST'],
    [{ date: '2026-13-01' }, 'BAD_REQUEST'],
    [{ sections: { en: Array.from({ length: 51 }, () => section('A', 'b')) } }, 'BAD_REQUEST'],
  ]
  for (const [part, code, details] of refused) {
    const body = { ...text, version: '4', ...part, publish: true }
    const answer = await sendJson(server, 'POST', '/admin/terms', body, admin.token)
    assert.equal(answer.status, code === 'VERSION_NOT_HIGHER' ? 409 : 400)
    const failure = await answer.json()
    assert.equal(failure.code, code)
    if (details) assert.equal(failure.details, details)
  }
  const denied = await sendJson(server, 'POST', '/admin/terms', { ...text, publish: true }, person.token)
  assert.equal(await codeOf(denied, 403), 'FORBIDDEN')
  const state = await admin.client.call('ownTerms', { query: {} })
  assert.deepEqual([state.draft, state.versions.length], [null, 1])
})

test('Markdown goes out and comes in as the draft of one language', async () => {
  await using server = await startServer()
  const admin = await signUpAdmin(server)
  const headers = { authorization: `Bearer ${admin.token}` }
  const markdown = await read(`${server.baseUrl}/api/admin/terms/export?language=de`, { headers })
  assert.match(markdown, /^# Nutzungsbedingungen\n\n## .+\n\n/)
  assert.doesNotMatch(markdown, /[{]/)
  const { draft } = await admin.client.call('importOwnTerms', { body: { markdown, language: 'de' } })
  assert.equal(draft?.version, '3')
  assert.equal(draft.sections.de?.length, 9)
  assert.equal(await read(`${server.baseUrl}/api/admin/terms/export?language=de`, { headers }), markdown)
  for (const wrong of ['', 'Text without a heading', '## A\n\n[x](http://a.example/)']) {
    const body = { markdown: wrong, language: 'de' }
    const answer = await sendJson(server, 'POST', '/admin/terms/import', body, admin.token)
    assert.ok(['MARKDOWN_REFUSED', 'LINK_REFUSED'].includes(await codeOf(answer, 400)), wrong)
  }
  assert.deepEqual((await admin.client.call('ownTerms', { query: {} })).draft, draft)
})
