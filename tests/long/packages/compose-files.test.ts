import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { parse } from 'yaml'
import * as z from 'zod'
import { project } from '../../../scripts/release/pack.ts'
import { packCompose } from '../../../scripts/release/pack-compose.ts'

const { version } = project()
const name = `restante-compose-${version}.tgz`
const composed = z.object({
  services: z.record(
    z.string(),
    z.object({
      image: z.string(),
      build: z.unknown().optional(),
      volumes: z.array(z.string()).default([]),
    }),
  ),
})

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-compose-'))
  packCompose(1_790_000_000, join(folder, 'first'))
  packCompose(1_790_000_000, join(folder, 'second'))
  execFileSync('tar', ['-xzf', join(folder, 'first', name), '-C', folder])
})
after(() => rm(folder, { recursive: true, force: true }))

for (const file of ['compose.yaml', 'compose.full.yaml'])
  test(`${file} of a release takes the image of its version, and has every file that it mounts`, async () => {
    const text = await readFile(join(folder, 'restante', file), 'utf8')
    const { services } = composed.parse(parse(text, { merge: true }))
    const own = Object.values(services).filter(({ image }) => image.includes('/restante:'))
    assert.notEqual(own.length, 0)
    for (const { image, build } of own)
      assert.deepEqual([image, build], [`ghcr.io/restante/restante:${version}`, undefined])
    const mounts = Object.values(services).flatMap(({ volumes }) => volumes)
    const files = mounts.filter((mount) => mount.startsWith('./')).map((mount) => mount.split(':')[0] ?? '')
    assert.notEqual(files.length, 0)
    for (const path of files) assert.ok(existsSync(join(folder, 'restante', path)), path)
  })

test('the same Compose files give the same bytes', async () => {
  const [first, second] = await Promise.all(
    ['first', 'second'].map((place) => readFile(join(folder, place, name))),
  )
  assert.ok(first && second?.equals(first))
})
