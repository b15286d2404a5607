import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import * as z from 'zod'
import { sealFile } from '../../../../integrations/thunderbird/src/seal-file.ts'
import { originsOf, readService } from '../../../../integrations/thunderbird/src/service.ts'
import { packInto } from './thunderbird.ts'

const folder = 'integrations/thunderbird'

let work: string
before(async () => {
  work = await mkdtemp(join(tmpdir(), 'restante-parts-'))
})
after(() => rm(work, { recursive: true, force: true }))

/** Fields that the schemas of Thunderbird know, as far as this add-on uses them. Unknown ones are refused. */
const manifest = z.strictObject({
  manifest_version: z.literal(3),
  name: z.string().max(45),
  description: z.string().max(132),
  version: z.string().regex(/^\d+(\.\d+){1,3}$/),
  default_locale: z.literal('en'),
  icons: z.record(z.string().regex(/^[1-9]\d*$/), z.string()),
  browser_specific_settings: z.strictObject({
    gecko: z.strictObject({
      id: z.string().regex(/^[a-z0-9-._]*@[a-z0-9-._]+$/i),
      strict_min_version: z.string(),
      data_collection_permissions: z.strictObject({ required: z.array(z.string()).min(1) }),
    }),
  }),
  background: z.strictObject({ scripts: z.array(z.string()), type: z.literal('module') }),
  cloud_file: z.strictObject({
    name: z.string(),
    management_url: z.string(),
    reuse_uploads: z.literal(false),
  }),
  compose_action: z.strictObject({ default_title: z.string(), default_icon: z.string() }),
  permissions: z.tuple([z.literal('storage')]),
  optional_host_permissions: z.array(z.string().regex(/^https?:\/\/[^/]+\/\*$/)),
  content_security_policy: z.strictObject({ extension_pages: z.string() }),
})
const messages = z.record(
  z.string().regex(/^\w+$/),
  z.strictObject({
    message: z.string().min(1),
    placeholders: z.optional(z.strictObject({ value: z.strictObject({ content: z.literal('$1') }) })),
  }),
)

test('the manifest keeps to the schema of Thunderbird, and names files that are there', () => {
  const read = manifest.parse(JSON.parse(readFileSync(`${folder}/manifest.json`, 'utf8')))
  const policy = read.content_security_policy.extension_pages
  assert.ok(policy.startsWith("default-src 'none'; script-src 'self';") && !policy.includes('unsafe'))
  packInto(join(work, 'one'))
  const packed = globSync('**', { cwd: join(work, 'one') })
  const named = [
    ...read.background.scripts,
    read.cloud_file.management_url,
    read.compose_action.default_icon,
    ...Object.values(read.icons),
  ]
  for (const name of named) assert.ok(packed.includes(name), name)
})

test('packed twice, it has the same bytes', async () => {
  const [first, second] = [packInto(join(work, 'one')), packInto(join(work, 'two'))]
  assert.deepEqual(await readFile(first), await readFile(second))
})

test('its texts are there in three languages, and each is used', () => {
  const read = (language: string) =>
    messages.parse(JSON.parse(readFileSync(`${folder}/_locales/${language}/messages.json`, 'utf8')))
  const english = read('en')
  const others = [read('de'), read('fr')]
  const sources = globSync(`${folder}/{src/*.ts,page/*.html,manifest.json}`)
    .map((path) => readFileSync(path, 'utf8'))
    .join('\n')
  for (const name of Object.keys(english))
    assert.match(sources, new RegExp(`['"]${name}['"]|__MSG_${name}__`), name)
  for (const [, name = ''] of sources.matchAll(/(?:data-text="|say\('|getMessage\(')(\w+)/g))
    assert.ok(english[name], name)
  for (const other of others) {
    assert.deepEqual(Object.keys(other), Object.keys(english))
    for (const [name, { placeholders }] of Object.entries(other))
      assert.deepEqual(placeholders, english[name]?.placeholders, name)
  }
})

test('an address is https, or of this machine, and brings no password', () => {
  assert.equal(readService(' files.example.eu '), 'https://files.example.eu')
  assert.equal(readService('https://files.example.eu:8443/portal'), 'https://files.example.eu:8443')
  assert.equal(readService('http://localhost:3000'), 'http://localhost:3000')
  for (const typed of ['', 'http://files.example.eu', 'https://ada:x@files.example.eu', 'ftp://a', 'a b'])
    assert.equal(readService(typed), undefined, typed)
  assert.deepEqual(originsOf('https://files.example.eu:8443'), ['https://files.example.eu/*'])
})

test('a file that changed meanwhile is not sealed with the salt of another', async () => {
  const content = new Uint8Array(17_000_000)
  const file = new File([content], 'a.bin')
  const sealed = await sealFile(file, undefined)
  const first = await (await sealed.slice(0, sealed.size)).bytes()
  await sealed.slice(first.length, sealed.size)
  assert.deepEqual(await (await sealed.slice(0, sealed.size)).bytes(), first)
  await sealed.slice(first.length, sealed.size)
  file.slice = (start = 0, end = file.size) => new Blob([new Uint8Array(end - start).fill(1)])
  await assert.rejects(async () => sealed.slice(0, sealed.size), { code: 'FILE_UNREADABLE' })
})
