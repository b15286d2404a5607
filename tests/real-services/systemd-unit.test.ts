import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'restante-unit-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** A unit as it would be were this checkout in /opt/restante. */
async function unitHere(name: string): Promise<string> {
  const unit = await readFile(join('deploy', name), 'utf8')
  const path = join(folder, name)
  await writeFile(path, unit.replaceAll('/opt/restante', resolve('.')))
  return path
}

test('systemd has nothing to say against the units', async () => {
  const names = ['restante.service', 'restante-backup.service', 'restante-backup.timer']
  const units = await Promise.all(names.map(unitHere))
  const { stdout, stderr } = await run('systemd-analyze', ['verify', ...units])
  assert.equal(stdout + stderr, '')
})

test('the unit of the server leaves it little that it does not need', async () => {
  // It exits with an error above 2.0 of 10; a unit with no option but User= has 9.2.
  const unit = await unitHere('restante.service')
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', unit])
})
