import { randomBytes } from 'node:crypto'
import { appendFile, rm, writeFile } from 'node:fs/promises'
import { choose, download, send, smallFile } from '#tests/support/home.ts'
import { startServerProcess, freePort } from '#tests/support/server-process.ts'
import { expect, test } from '#tests/support/site.ts'

test('large uploads go to the second origin, small ones stay here', async ({ site }, info) => {
  const port = await freePort()
  const direct = `http://localhost:${port}`
  const folder = info.outputPath('data')
  await using server = await startServerProcess(folder, {
    PORT: String(port),
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    UPLOAD_ORIGIN: direct,
    LOG_LEVEL: 'warn',
  })
})
