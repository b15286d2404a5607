// Builds when nothing is built, or something older than the source.
import { readdirSync, statSync } from 'node:fs'

const built = statSync('dist/web/index.html', { throwIfNoEntry: false })?.mtimeMs ?? 0
const folders = ['src', 'scripts/vite']
const sources = [
  'package-lock.json',
  'vite.config.ts',
  ...folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`)),
]
if (sources.some((path) => statSync(path).mtimeMs > built)) await import('./build.mjs')
