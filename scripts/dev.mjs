// The server on port 3000, started again at each change, and the web app with hot reload on port 5173, which shows the mails
// of the server at /dev/mails. With SMTP_URL they go there instead. Arguments are for Vite: `--mode pseudo` shows the pages in the
// pseudo language.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import './build-if-stale.mjs'
import { startMailFolder } from './mail-folder.ts'

const { DATA_DIR = 'data', SMTP_URL } = process.env
const mails = SMTP_URL === undefined ? await startMailFolder(join(DATA_DIR, 'mail')) : undefined

const children = [
  spawn(process.execPath, ['--watch', 'src/server/main.ts'], {
    stdio: 'inherit',
    env: { WORKERS: '1', ...(mails ? { SMTP_URL: mails.url } : {}), ...process.env },
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js', ...process.argv.slice(2)], { stdio: 'inherit' }),
]
function stop() {
  for (const child of children) child.kill('SIGTERM')
  void mails?.close()
}
for (const child of children) child.on('exit', stop)
process.on('SIGINT', stop).on('SIGTERM', stop)
