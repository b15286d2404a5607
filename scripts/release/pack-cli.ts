import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildExecutables } from './build-executables.ts'
import { bundleProgram } from './bundle.ts'
import { pack, project } from './pack.ts'

// Makes the package of the commands that work from anywhere, and the same as executables with a Node of their own.
const { values } = parseArgs({
  options: {
    name: { type: 'string', default: '@restante/cli' },
    only: { type: 'string' },
    platform: { type: 'string', multiple: true, default: ['linux-x64', 'linux-arm64'] },
  },
})
const folder = 'dist/packages/cli'
const { version, license } = project()
await bundleProgram({ entry: 'src/cli/client-main.ts', folder, name: 'restante', target: 'node22', version })
chmodSync(join(folder, 'restante.js'), 0o755)
if (values.only !== 'executables') {
  copyFileSync('docs/command-line.md', join(folder, 'README.md'))
  copyFileSync('LICENSE', join(folder, 'LICENSE'))
  const page = execFileSync(process.execPath, [join(folder, 'restante.js'), 'manual'])
  writeFileSync(join(folder, 'restante.1'), page)
  const manifest = {
    name: values.name,
    version,
    description: 'Sends files to Restante, and manages what was sent, from a terminal.',
    license,
    type: 'module',
    bin: { restante: 'restante.js' },
    man: 'restante.1',
    engines: { node: '>=22' },
  }
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  pack(folder, `restante-cli-${version}.tgz`)
}
if (values.only !== 'package') buildExecutables(join(folder, 'restante.js'), version, values.platform)
