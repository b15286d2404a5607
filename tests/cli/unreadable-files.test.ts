import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pickFiles } from '../../src/cli/transfers/pick-files.ts'

const nobody = 65_534

/** Does work as somebody who may not read everything. */
async function asNobody(work: () => Promise<void>) {
  const isRoot = process.geteuid?.() === 0
  if (isRoot) process.seteuid?.(nobody)
  try {
    await work()
  } finally {
    if (isRoot) process.seteuid?.(0)
  }
}

test('a file or folder that may not be read is named before anything is sent', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restante-unreadable-'))
  try {
    await chmod(folder, 0o755)
    const [file, inside] = [join(folder, 'a.txt'), join(folder, 'inside')]
    await writeFile(file, 'a', { mode: 0 })
    await asNobody(async () => {
      for (const path of [file, folder])
        await assert.rejects(pickFiles([path]), { name: 'UsageError', message: `Can't read ${file}.` })
    })
    await chmod(file, 0o644)
    await mkdir(inside, { mode: 0 })
    await asNobody(() =>
      assert.rejects(pickFiles([folder]), { name: 'UsageError', message: `Can't read ${inside}.` }),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
