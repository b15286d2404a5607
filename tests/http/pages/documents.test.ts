import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { termsVersion } from '#contract/accounts/terms.ts'
import { acceptanceCookies } from '#contract/accounts/terms-status.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'

/** What the server sends for the addresses of pages, before any script runs. */
let site: TestServer
before(async () => {
  site = await startServer({ web: true })
})
after(() => site[Symbol.asyncDispose]())

async function pageAt(path: string, headers: Record<string, string> = {}): Promise<string> {
  return (await fetch(site.baseUrl + path, { headers })).text()
}

test('pages take nothing from elsewhere and nothing inline', async () => {
  const policy = (await fetch(site.baseUrl)).headers.get('content-security-policy') ?? ''
  const rules = policy.split('; ')
  for (const rule of [
    "default-src 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types restante-workers',
  ])
    assert.ok(rules.includes(rule), rule)
  assert.doesNotMatch(policy, /unsafe|\*|http/)
})

test('a page says which language it is in', async () => {
  async function languageFor(headers: Record<string, string>) {
    const answer = await fetch(site.baseUrl, { headers })
    assert.match(answer.headers.get('vary') ?? '', /accept-language/i)
    const html = await answer.text()
    return [/<html lang="(\w+)"/.exec(html)?.[1], /\/(\w+)-base\.json"/.exec(html)?.[1]]
  }
  assert.deepEqual(await languageFor({ 'accept-language': 'sv, fr;q=0.5' }), ['fr', 'fr'])
  assert.deepEqual(await languageFor({ 'accept-language': 'fr', cookie: 'language=de' }), ['de', 'de'])
  assert.deepEqual(await languageFor({ 'accept-language': 'sv' }), ['en', 'en'])
})

test('every page asks for its own parts at once, however its address is written', async () => {
  const accepted = `${acceptanceCookies.accepted}=true; ${acceptanceCookies.version}=${termsVersion}`
  const scripts = /(?<=rel="modulepreload" [^>]*href="\/assets\/)[a-z-]+(?=-[\w-]{8}\.js")/g
  const texts = /(?<=\/assets\/texts-[\w-]{8}\/)[a-z-]+/g
  const partsOf = async (path: string, cookie = accepted) =>
    (await pageAt(path, { cookie })).match(scripts) ?? []
  const textsOf = async (path: string, cookie = accepted) =>
    (await pageAt(path, { cookie })).match(texts) ?? []
  for (const [path, ...wanted] of [
    ['/', 'upload-page'],
    ['/download/AAAAAAAAAAAAAAAAAAAAAA', 'download-page'],
    ['/DELETE/AAAAAAAAAAAAAAAAAAAAAA/?x', 'deletion-page'],
    ['/portal/files?page=2', 'signed-in', 'shared'],
    ['/terms', 'legal'],
    ['/admin', 'admin'],
  ] as const) {
    const parts: readonly string[] = await partsOf(path)
    for (const part of wanted) assert.ok(parts.includes(part), `${path}: ${parts}`)
  }
  const ofTerms: readonly string[] = await partsOf('/terms')
  assert.ok(!ofTerms.includes('upload-page'))
  assert.deepEqual(await partsOf('/no/such/page'), [])
  // The texts in the language of the page, and the terms where they have not been accepted.
  assert.deepEqual(await textsOf('/portal', `${accepted}; language=fr`), ['fr-base', 'fr-portal'])
  assert.deepEqual(await textsOf('/'), ['en-base'])
  assert.deepEqual(await textsOf('/', ''), ['en-base', 'en-legal'])
  const ofNewcomers: readonly string[] = await partsOf('/', '')
  for (const part of ['terms-acceptance', 'terms-dialog']) assert.ok(ofNewcomers.includes(part), part)
  assert.notDeepEqual(await partsOf('/no/such/page', ''), [])
})

test('the app can be put on a home screen', async () => {
  const address = /<link rel="manifest" href="([^"]+)"/.exec(await pageAt('/'))?.[1] ?? ''
  const answer = await fetch(new URL(address, site.baseUrl))
  assert.match(answer.headers.get('content-type') ?? '', /^application\/manifest\+json/)
  const { name, icons, share_target } = await answer.json()
  assert.equal(name, 'Restante')
  // Before its worker runs a phone shares with the server, which reads none of it.
  const shared = new FormData()
  shared.append(share_target.params.files[0].name, new Blob(['shared']), 'shared.txt')
  const asked = { method: share_target.method, body: shared, redirect: 'manual' } as const
  const sent = await fetch(new URL(share_target.action, site.baseUrl), asked)
  assert.deepEqual([sent.status, sent.headers.get('location')], [303, '/?shared'])
  assert.ok(icons.length > 0)
  for (const { src, sizes, type } of icons) {
    const icon = await fetch(new URL(src, site.baseUrl))
    assert.equal(icon.headers.get('content-type'), type)
    const [width] = sizes.split('x')
    // The width of a PNG stands in bytes 16 to 19.
    assert.equal(Buffer.from(await icon.arrayBuffer()).readUInt32BE(16), Number(width))
  }
})
