import { globSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { type Packed, tarFiles } from './archives/tar-files.ts'
import { project, releaseFolder, report } from './pack.ts'

const source = 'deploy/helm'

/** Packs the Helm chart as `helm package` does, with the version of this project. @param modifiedAt seconds since 1970 */
export function packChart(modifiedAt: number): void {
  const { version } = project()
  const files = new Map<string, Packed>()
  for (const name of globSync('**', { cwd: source })) {
    const path = join(source, name)
    if (!statSync(path).isFile()) continue
    const text = readFileSync(path, 'utf8').replaceAll('0.0.0-development', version)
    files.set(`restante/${name.split(sep).join('/')}`, { content: Buffer.from(text) })
  }
  const path = join(releaseFolder, `restante-chart-${version}.tgz`)
  writeFileSync(path, tarFiles(files, modifiedAt))
  report(path)
}
