import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { packImages } from './image/pack-images.ts'
import { project, releaseFolder, report } from './pack.ts'
import { packChart } from './pack-chart.ts'
import { packCompose } from './pack-compose.ts'
import { packServer } from './pack-server.ts'
import { billOfMaterials } from './statements/bill-of-materials.ts'
import { provenanceOf } from './statements/provenance.ts'

// Makes everything of a version into release/. Two clones of a commit give the same bytes.
const { values } = parseArgs({
  options: {
    platform: { type: 'string', multiple: true, default: ['linux-x64', 'linux-arm64'] },
    uncommitted: { type: 'boolean', default: false },
    images: { type: 'boolean', default: false },
    'image-base': { type: 'string' },
  },
})
const began = performance.now()
const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
if (!values.uncommitted && git('status', '--porcelain') !== '')
  throw new Error('The release is made of a commit: commit what was changed, or try it with --uncommitted.')
const commit = git('rev-parse', 'HEAD')
const at = Number(process.env.SOURCE_DATE_EPOCH ?? git('log', '-1', '--format=%ct'))
const { version } = project()
const lock = readFileSync('package-lock.json', 'utf8')

rmSync(releaseFolder, { recursive: true, force: true })
mkdirSync(releaseFolder)
run('scripts/build.mjs')
const bom = billOfMaterials(lock, at)
packServer(values.platform, bom, at)
run('scripts/release/pack-client.ts')
run('scripts/release/pack-cli.ts', ...values.platform.flatMap((platform) => ['--platform', platform]))
if (existsSync('integrations/thunderbird')) run('scripts/release/pack-thunderbird.ts')
packChart(at)
packCompose(at)
if (values.images) packImages(at, values['image-base'])
write(`restante-${version}.cdx.json`, bom)
write(`restante-${version}.intoto.json`, provenanceOf(hashes(), { version, commit, lock: sha256(lock), at }))
const sums = [...hashes()].map(([name, sum]) => `${sum}  ${name}\n`)
write('SHA256SUMS', sums.join(''))
process.stdout.write(`Restante ${version} in ${Math.round((performance.now() - began) / 1000)} s\n`)

function run(script: string, ...args: string[]): void {
  const environment = { ...process.env, SOURCE_DATE_EPOCH: String(at) }
  execFileSync(process.execPath, [script, ...args], { stdio: 'inherit', env: environment })
}

function hashes(): Map<string, string> {
  const names = readdirSync(releaseFolder).toSorted()
  return new Map(names.map((name) => [name, sha256(readFileSync(join(releaseFolder, name)))]))
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

function write(name: string, text: string): void {
  const path = join(releaseFolder, name)
  writeFileSync(path, text)
  report(path)
}
