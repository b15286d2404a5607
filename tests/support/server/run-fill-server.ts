import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

type Report = {
  kept: number
  whole: number
  refusals: number[]
  staged: string[]
  blobs: number
  next: string
}

/** Runs fill-server.ts in a new folder behind a command that leaves it too little room. */
export async function fillServer(command: readonly string[]): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'restante-full-'))
  try {
    const program = fileURLToPath(new URL('./fill-server.ts', import.meta.url))
    return JSON.parse(await run([...command, process.execPath, program, folder]))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Runs a command and gives what it prints. */
export async function run(command: readonly string[]): Promise<string> {
  const [file = '', ...rest] = command
  return (await promisify(execFile)(file, rest)).stdout
}
