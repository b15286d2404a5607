// Builds the web app when it is missing or older than what it is made of.
import { execFileSync } from 'node:child_process'
import { readdirSync, statSync } from 'node:fs'

const built = statSync('dist/web/index.html', { throwIfNoEntry: false })?.mtimeMs ?? 0
const folders = ['src/web', 'src/client', 'src/contract', 'scripts/vite']
const sources = [
  'package-lock.json',
  'vite.config.ts',
  ...folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => `${folder}/${name}`)),
]
if (sources.some((path) => statSync(path).mtimeMs > built)) {
  execFileSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    stdio: 'inherit',
  })
}
