import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { clientTypes } from './client-types.ts'
import { pack, project } from './pack.ts'

// Makes the package by which pages and programs for Node send and receive files.
const { values } = parseArgs({ options: { name: { type: 'string', default: '@restante/client' } } })
const folder = 'dist/packages/client'
const { version, license } = project()
await build({
  configFile: false,
  logLevel: 'warn',
  publicDir: false,
  build: {
    outDir: folder,
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: 'src/client/transfers/index.ts', formats: ['es'], fileName: 'index' },
    minify: true,
    rolldownOptions: { output: { entryFileNames: 'index.js', codeSplitting: false, minify: true } },
  },
})
const weight = gzipSync(readFileSync(join(folder, 'index.js'))).length
if (weight > 12 * 1024)
  throw new Error(`the package weighs ${weight} bytes compressed, which is more than 12 KB`)
for (const [path, text] of Object.entries(clientTypes())) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, path), text)
}
copyFileSync('docs/client.md', join(folder, 'README.md'))
copyFileSync('LICENSE', join(folder, 'LICENSE'))
const manifest = {
  name: values.name,
  version,
  description: 'Sends files to Restante and receives them, in browsers and Node.',
  license,
  type: 'module',
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  types: './index.d.ts',
  sideEffects: false,
  engines: { node: '>=20' },
}
writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
pack(folder, `restante-client-${version}.tgz`)
process.stdout.write(`index.js: ${weight} bytes compressed\n`)
