// Builds the web app, and then the server and the command line: by when that is done, build-if-stale.mjs sees what is older.
import { execFileSync } from 'node:child_process'

for (const config of ['vite.config.ts', 'vite.server.config.ts']) {
  const command = ['node_modules/vite/bin/vite.js', 'build', '--config', config, '--logLevel', 'warn']
  execFileSync(process.execPath, command, { stdio: 'inherit' })
}
