import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parse } from 'yaml'
import * as z from 'zod'
import { options } from '#server/config/options.ts'
import { casaos, truenas, truenasCalls, truenasForm, truenasValues, umbrel, unraid } from './store-fields.ts'

const image = 'ghcr.io/restante/restante'
const { version } = z.object({ version: z.string() }).parse(JSON.parse(readFileSync('package.json', 'utf8')))
const read = (name: string) => readFileSync(`deploy/stores/${name}`, 'utf8')
const service = z.looseObject({
  image: z.string(),
  user: z.string().regex(/^"?\d+:\d+"?$/),
  read_only: z.literal(true),
  cap_drop: z.tuple([z.literal('ALL')]),
  environment: z.record(z.string(), z.unknown()).optional(),
  volumes: z.array(z.unknown()).min(1),
})

/** The server runs without rights, keeps its data in a volume, and is given options that it knows. */
function checkService(found: unknown): z.infer<typeof service> {
  const server = service.parse(found)
  for (const name of Object.keys(server.environment ?? {})) assert.ok(name in options, name)
  assert.match(JSON.stringify(server.volumes), /\/data"/)
  assert.ok(server.image.startsWith(`${image}:`))
  return server
}

test('the template for Unraid has what Community Applications asks for', () => {
  const xml = read('unraid/restante.xml')
  const elementOf = (name: string) => new RegExp(`<${name}>([^<]+)</${name}>`).exec(xml)?.[1]
  for (const name of unraid.elements) assert.ok(elementOf(name), name)
  assert.equal(elementOf('Repository'), `${image}:1`)
  const configs = [...xml.matchAll(/<Config ([^>]*?)\/?>/g)].map(([, attributes = '']) =>
    Object.fromEntries([...attributes.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value])),
  )
  assert.ok(configs.length > 3)
  for (const config of configs) {
    assert.deepEqual(Object.keys(config).toSorted(), unraid.attributes.toSorted())
    assert.ok(unraid.types.some((type) => type === config.Type))
    if (config.Type === 'Variable') assert.ok(String(config.Target) in options, config.Target)
  }
  assert.deepEqual(
    configs.filter(({ Type }) => Type === 'Path').map(({ Target }) => Target),
    ['/data'],
  )
})

test('the entry for CasaOS has its fields', () => {
  const compose = z
    .looseObject({ services: z.record(z.string(), z.unknown()), 'x-casaos': casaos })
    .parse(parse(read('casaos/docker-compose.yml')))
  const server = checkService(compose.services[compose['x-casaos'].main])
  assert.equal(server.image, `${image}:${version}`)
  assert.equal(compose['x-casaos'].version, version)
})

test('the app for Umbrel has its fields, and the proxy leads to the server', () => {
  const app = umbrel.parse(parse(read('umbrel/umbrel-app.yml')))
  assert.equal(app.version, version)
  const { services } = z
    .looseObject({
      services: z.looseObject({
        app_proxy: z.object({ environment: z.looseObject({ APP_HOST: z.string() }) }),
        server: z.unknown(),
      }),
    })
    .parse(parse(read('umbrel/docker-compose.yml')))
  assert.equal(services.app_proxy.environment.APP_HOST, `${app.id}_server_1`)
  const server = checkService(services.server)
  assert.equal(server.image.split('@')[0], `${image}:${version}`)
  assert.match(String(server.environment?.PUBLIC_URL), new RegExp(`:${app.port}$`))
})

test('the app for TrueNAS has its fields', () => {
  const app = truenas.parse(parse(read('truenas/app.yaml')))
  assert.equal(app.app_version, version)
  const { images } = truenasValues.parse(parse(read('truenas/ix_values.yaml')))
  assert.deepEqual(images.image, { repository: image, tag: version })
  const { groups, questions } = truenasForm.parse(parse(read('truenas/questions.yaml')))
  for (const { group } of questions) assert.ok(groups.some(({ name }) => name === group))
  assert.ok(read('truenas/README.md').startsWith(`# ${app.title}\n`))
})

test('the template for TrueNAS asks for each value that it uses, and calls what the library of the store has', () => {
  const { consts } = truenasValues.parse(parse(read('truenas/ix_values.yaml')))
  const { questions } = truenasForm.parse(parse(read('truenas/questions.yaml')))
  const asked = questions.flatMap(({ variable, schema }) =>
    schema.attrs.map((one) => `${variable}.${one.variable}`),
  )
  const template = read('truenas/templates/docker-compose.yaml')
  const used = new Set([...template.matchAll(/values\.(\w+\.\w+)/g)].map(([, name = '']) => name))
  const ownConsts = Object.keys(consts).map((name) => `consts.${name}`)
  // The library reads the limits itself.
  assert.deepEqual([...used, 'resources.limits'].toSorted(), [...ownConsts, ...asked].toSorted())
  const tried = z
    .record(z.string(), z.record(z.string(), z.unknown()))
    .parse(parse(read('truenas/templates/test_values/basic-values.yaml')))
  for (const name of asked) {
    const [group = '', variable = ''] = name.split('.')
    assert.ok(variable in (tried[group] ?? {}), name)
  }
  const calls = [...template.matchAll(/\b((?:tpl|c1|perms|ix_lib)(?:\.\w+)+)\(/g)].map(
    ([, call = '']) => call,
  )
  for (const call of calls) assert.ok(truenasCalls.includes(call), call)
  for (const [, name = ''] of template.matchAll(/add_env\("(\w+)"/g)) assert.ok(name in options, name)
  assert.match(template, /c1\.set_read_only\(true\)/)
  assert.match(template, /c1\.add_storage\("\/data", values\.storage\.data\)/)
})

test('the script for Proxmox can be read, and installs files that a release has', () => {
  execFileSync('bash', ['-n', 'deploy/stores/proxmox/restante.sh'])
  const script = read('proxmox/restante.sh')
  const installed = [...script.matchAll(/\/opt\/restante\/(deploy\/[\w.-]+?)(?:\.\*)?(?=[\s'])/g)].map(
    ([, path = '']) => path,
  )
  assert.ok(installed.length >= 4)
  for (const path of installed) assert.ok(existsSync(path) || existsSync(`${path}.service`), path)
  assert.match(script, /sha256sum --check --strict/)
})
