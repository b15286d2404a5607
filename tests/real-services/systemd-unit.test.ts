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

/** The unit as it would be were this checkout in /opt/restante. */
async function unitHere(): Promise<string> {
  const unit = await readFile('deploy/restante.service', 'utf8')
  const path = join(folder, 'restante.service')
  await writeFile(path, unit.replaceAll('/opt/restante', resolve('.')))
  return path
}

test('systemd has nothing to say against the unit', async () => {
  const { stdout, stderr } = await run('systemd-analyze', ['verify', await unitHere()])
  assert.equal(stdout + stderr, '')
})

test('the unit leaves the server little that it does not need', async () => {
  // It exits with an error above 2.0 of 10; a unit with no option but User= has 9.2.
  await run('systemd-analyze', ['security', '--offline=true', '--threshold=20', await unitHere()])
})
