// The server on port 3000, started again at each change, and the web app with hot reload on port 5173. Without SMTP_URL the
// server writes its mails to a folder, and http://localhost:5173/dev/mails shows them.
import { spawn } from 'node:child_process'
import './build-if-stale.mjs'

const children = [
  spawn(process.execPath, ['--watch', 'src/server/main.ts'], {
    stdio: 'inherit',
    env: { WORKERS: '1', ...process.env },
  }),
  spawn(process.execPath, ['node_modules/vite/bin/vite.js'], { stdio: 'inherit' }),
]
function stop() {
  for (const child of children) child.kill('SIGTERM')
}
for (const child of children) child.on('exit', stop)
process.on('SIGINT', stop).on('SIGTERM', stop)
