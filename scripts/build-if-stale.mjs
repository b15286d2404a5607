// Builds when nothing is built, or something older than the source.
import { readdirSync, statSync } from 'node:fs'

const built = statSync('dist/server/main.js', { throwIfNoEntry: false })?.mtimeMs ?? 0
const folders = ['src', 'scripts/vite']
const sources = [
  'package-lock.json',
  'package.json',
  'vite.config.ts',
  'vite.server.config.ts',
  ...folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`)),
]
if (sources.some((path) => statSync(path).mtimeMs > built)) await import('./build.mjs')
