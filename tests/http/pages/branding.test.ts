import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { defaultIdentity, type Identity } from '#contract/operations/branding/identity.ts'
import { type Person, signUp, signUpAdmin } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { mailsTo } from '#tests/support/mail/mailbox.ts'
import { startServer } from '#tests/support/server/server.ts'
import { until } from '#tests/support/transfers/transfers.ts'

const example: Identity = {
  ...defaultIdentity,
  name: 'Example Transfer',
  colour: '#0E5A8A',
  startTitle: { en: 'Send files to Example Ltd & partners.', de: 'Senden Sie Dateien an Example.' },
  note: { kind: 'info', text: { en: 'Update on "Saturday" <b>' }, from: null, until: null },
  links: [{ label: { en: 'Help desk' }, url: 'https://help.example.eu/' }],
  mailIntroduction: { en: 'Example Ltd sends files here.' },
  mailSignature: { en: 'Example Ltd\n<12> Harbour Street' },
}

const change = (admin: Person, identity: Identity) => admin.client.call('changeIdentity', { body: identity })

const pages = [
  '/',
  '/login',
  '/download/AAAAAAAAAAAAAAAAAAAAAA',
  '/r/AAAAAAAAAAAAAAAAAAAAAA',
  '/portal',
  '/admin',
]
const read = async (url: string, headers = {}) => (await fetch(url, { headers })).text()

/** A chunk of a PNG. */
function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const length = Buffer.alloc(4)
  const sum = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, sum])
}

/** A grey PNG with further chunks, and with bytes after its end. */
function png(width = 8, height = 8, extra: Buffer[] = [], after = ''): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head[8] = 8
  const pixels = deflateSync(Buffer.alloc(9 * 8))
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', head),
    ...extra,
    chunk('IDAT', pixels),
    chunk('IEND', Buffer.alloc(0)),
    Buffer.from(after),
  ])
}

async function sendPictures(server: { baseUrl: string }, admin: Person, parts: Record<string, Buffer>) {
  const form = new FormData()
  for (const [name, content] of Object.entries(parts))
    form.append(name, new Blob([Uint8Array.from(content)]), `${name}.png`)
  const headers = { authorization: `Bearer ${admin.token}` }
  const answer = await fetch(`${server.baseUrl}/api/admin/identity/pictures`, {
    method: 'POST',
    headers,
    body: form,
  })
  return { status: answer.status, text: await answer.text() }
}

forEachDatabase('the identity', ({ place }) => {
  test('is on every instance within seconds: in pages, mails, manifest, API document, passkeys and second factor', async () => {
    const at = await place()
    await using one = await startServer({ ...at, web: true })
    await using other = await startServer({ ...at, web: true })
    const before = await Promise.all(pages.map((path) => read(one.baseUrl + path)))
    for (const page of before) assert.match(page, /<title>Restante<\/title>/)
    assert.ok(before.every((page) => !page.includes('/brand/')))

    const admin = await signUpAdmin(one)
    await change(admin, example)
    await until(async () => (await other.client.call('brand')).brand.name === 'Example Transfer')

    for (const language of ['en', 'de', 'fr'])
      for (const path of pages) {
        const page = await read(other.baseUrl + path, { 'accept-language': language })
        assert.match(page, /<title>Example Transfer<\/title>/, path)
        // Files of a page are named after the program, and it says which program the service runs.
        assert.doesNotMatch(page, /Restante/, path)
        const [, sheet = ''] = /<link rel="stylesheet" href="(\/brand\/[\w-]+\.css)">/.exec(page) ?? []
        assert.match(await read(other.baseUrl + sheet), /--box: light-dark\(#0E5A8A, #[0-9A-F]{6}\)/)
        assert.match(page, /Update on \\&quot;Saturday\\&quot; &lt;b&gt;/)
      }
    const manifests = await Promise.all(
      ['manifest', 'manifest.de', 'manifest.fr'].map((name) => read(`${other.baseUrl}/${name}.webmanifest`)),
    )
    for (const manifest of manifests) {
      assert.equal(JSON.parse(manifest).name, 'Example Transfer')
      assert.doesNotMatch(manifest, /Restante/)
    }
    const address = `${other.baseUrl}/api/brand`
    const tag = (await fetch(address)).headers.get('etag') ?? ''
    // A proxy that compresses answers makes their tags weak.
    for (const given of [tag, `W/${tag}`, `"other", ${tag}`, '*'])
      assert.equal((await fetch(address, { headers: { 'if-none-match': given } })).status, 304, given)
    assert.equal((await fetch(address, { headers: { 'if-none-match': '"other"' } })).status, 200)
    const { info } = JSON.parse(await read(`${other.baseUrl}/api/openapi.json`))
    assert.equal(info.title, 'Example Transfer')

    const ada = await signUp(other, 'ada')
    await other.client.call('forgotPassword', { body: { email: ada.user.email } })
    const [mail] = await mailsTo(other, ada.user.email)
    assert.ok(mail)
    assert.equal(mail.from?.name, 'Example Transfer')
    const said = `${mail.subject} ${mail.text} ${mail.html}`
    assert.doesNotMatch(said, /Restante/)
    assert.match(
      said,
      /Example Ltd sends files here\.[\s\S]*<12> Harbour Street[\s\S]*&lt;12&gt; Harbour Street/,
    )
    assert.match(said, /background:#0E5A8A/)

    const { entries } = await admin.client.call('auditLog', { query: { filter: 'service' } })
    assert.deepEqual(
      entries.map(({ act, details }) => [act, details.changed]),
      [
        [
          'service.identity-changed',
          'name, colour, startTitle, note, links, mailSignature, mailIntroduction',
        ],
      ],
    )

    await change(admin, defaultIdentity)
    assert.deepEqual(await Promise.all(pages.map((path) => read(one.baseUrl + path))), before)
  })

  test('has pictures without anything but pixels, and an old one is gone at once', async () => {
    const at = await place()
    await using server = await startServer({ ...at, web: true })
    await using other = await startServer({ ...at, web: true })
    const admin = await signUpAdmin(server)
    const secret = Buffer.from('GPS 52.37 4.89')
    const polyglot = png(8, 8, [chunk('eXIf', secret), chunk('tEXt', secret)], '<script>alert(1)</script>')
    const sent = await sendPictures(server, admin, { logo: polyglot, icon: png(16, 16) })
    assert.equal(sent.status, 200, sent.text)
    await change(admin, { ...defaultIdentity, colour: '#0E5A8A' })
    const { pictures, css } = (await server.client.call('brand')).brand
    assert.ok(pictures.logo && pictures.icon && css)
    const shows = async (path: string | undefined) => (await read(other.baseUrl)).includes(`"${path}"`)
    await until(
      async () => (await shows(pictures.logo)) && (await shows(pictures.icon)) && (await shows(css)),
    )
    assert.equal((await fetch(other.baseUrl + css)).status, 200)
    const logo = await fetch(other.baseUrl + pictures.logo)
    assert.equal(logo.headers.get('content-type'), 'image/png')
    assert.match(logo.headers.get('cache-control') ?? '', /immutable/)
    assert.deepEqual(Buffer.from(await logo.arrayBuffer()), png())
    const page = await read(server.baseUrl)
    assert.ok(page.includes(`<link rel="icon" href="${pictures.icon}">`))
    assert.ok(page.includes(`<img class="on-light" src="${pictures.logo}" alt="Restante">`))
    assert.equal(JSON.parse(await read(`${server.baseUrl}/manifest.webmanifest`)).icons[0].src, pictures.icon)

    await sendPictures(server, admin, { logo: png(9, 9), icon: Buffer.alloc(0) })
    const gone = [server, other].flatMap(({ baseUrl }) => [baseUrl + pictures.logo, baseUrl + pictures.icon])
    for (const url of gone) assert.equal((await fetch(url)).status, 404, url)
    await change(admin, { ...defaultIdentity, colour: '#8A0E5A' })
    assert.equal((await fetch(server.baseUrl + css)).status, 404)
    await until(async () => (await fetch(other.baseUrl + css)).status === 404)
    assert.deepEqual(Object.keys((await server.client.call('brand')).brand.pictures), ['logo'])
  })
})

test('hostile pictures, links and names are refused, and only administrators may change them', async () => {
  await using server = await startServer()
  const admin = await signUpAdmin(server)
  const webp = (...chunks: [string, Buffer][]) => {
    const body = Buffer.concat([
      Buffer.from('WEBP'),
      ...chunks.flatMap(([type, data]) => {
        const length = Buffer.alloc(4)
        length.writeUInt32LE(data.length)
        return [Buffer.from(type), length, data]
      }),
    ])
    const size = Buffer.alloc(4)
    size.writeUInt32LE(body.length)
    return Buffer.concat([Buffer.from('RIFF'), size, body])
  }
  const lossless = Buffer.from('2f0700000000000000000000', 'hex')
  const pictures: [name: string, content: Buffer][] = [
    ['bomb', png(30_000, 30_000)],
    ['animated', png(8, 8, [chunk('acTL', Buffer.alloc(8))])],
    ['svg', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['gif', Buffer.from('GIF89a')],
    ['cut short', png().subarray(0, 40)],
    ['wrong sum', Buffer.from(png()).fill(1, 40, 44)],
    ['too large', png(8, 8, [chunk('tEXt', Buffer.alloc(1024 * 1024))])],
    ['animated WebP', webp(['VP8X', Buffer.from('02000000070000070000', 'hex')], ['ANIM', Buffer.alloc(6)])],
    ['WebP bomb', webp(['VP8L', Buffer.from('2fffffff0f00000000000000', 'hex')])],
  ]
  for (const [name, icon] of pictures) {
    const { status, text } = await sendPictures(server, admin, { icon })
    assert.equal(status, 400, name)
    assert.match(text, /PICTURE_REFUSED/, name)
  }
  const exif = webp(['VP8L', lossless], ['EXIF', Buffer.from('GPS!')])
  assert.equal((await sendPictures(server, admin, { icon: exif })).status, 200)
  const { icon } = (await server.client.call('brand')).brand
  assert.doesNotMatch(await read(server.baseUrl + icon), /GPS/)

  const wrong = [
    'javascript:alert(1)',
    'http://help.example.eu/',
    'https://exаmple.eu/',
    'https://xn--exmple-4nf.eu/',
    'https://bank.example@evil.example/',
    'data:text/html,x',
    'mailto:a@b.eu?body=x',
    'https://a b.eu/',
  ]
  for (const url of wrong)
    await assert.rejects(
      change(admin, { ...example, links: [{ label: {}, url }] }),
      { code: 'BAD_REQUEST' },
      url,
    )
  for (const name of ['', 'x'.repeat(41), 'A\nB', 'Bank\u202Etxt'])
    await assert.rejects(change(admin, { ...example, name }), { code: 'BAD_REQUEST' })
  await assert.rejects(change(admin, { ...example, colour: 'red;}' }), { code: 'BAD_REQUEST' })
  const ada = await signUp(server, 'ada')
  await assert.rejects(change(ada, example), { status: 403 })
  assert.equal((await sendPictures(server, ada, { icon: png() })).status, 403)
})
