import { copyFileSync, cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { build } from 'vite'
import { zipFolder } from './archives/zip-folder.ts'
import { project, releaseFolder, report } from './pack.ts'

// Makes the add-on for Thunderbird. The same sources give the same bytes.
const source = 'integrations/thunderbird'
const { version } = project()
const { values } = parseArgs({
  options: {
    folder: { type: 'string', default: 'dist/packages/thunderbird' },
    output: { type: 'string', default: join(releaseFolder, `restante-thunderbird-${version}.xpi`) },
  },
})
const { folder, output: path } = values
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder, { recursive: true })
for (const entry of ['background', 'management'])
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      outDir: folder,
      emptyOutDir: false,
      target: 'firefox128',
      license: { fileName: `licenses-${entry}.md` },
      // Readers of the add-on site compare it with its sources.
      minify: false,
      modulePreload: false,
      rolldownOptions: {
        input: { [entry]: `${source}/src/${entry}.ts` },
        output: { entryFileNames: '[name].js', codeSplitting: false },
      },
    },
  })
cpSync(join(source, '_locales'), join(folder, '_locales'), { recursive: true })
cpSync(join(source, 'page'), folder, { recursive: true })
for (const icon of ['icon-192.png', 'icon-512.png'])
  copyFileSync(join('src/web/public', icon), join(folder, icon))
copyFileSync('LICENSE', join(folder, 'LICENSE'))
const manifest = readFileSync(join(source, 'manifest.json'), 'utf8')
writeFileSync(join(folder, 'manifest.json'), manifest.replace('"0.0.0"', JSON.stringify(version)))
mkdirSync(dirname(path), { recursive: true })
writeFileSync(path, zipFolder(folder))
report(path)
