/**
 * Removes the guards that comments of the source name, one at a time, in a copy of the project, and runs the tests that should notice. Prints the
 * survivors and ends with 1 if there are any: `npm run guards`, or `npm run guards -- --only NAME --only NAME`.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { type Guard, readGuards } from './read-guards.ts'

/** How long one test may take, and one run of tests, in milliseconds: what hangs without its guard is noticed, too. */
const testTimeout = 120_000
const runTimeout = 300_000

type Outcome = 'noticed' | 'survived' | 'broken'

const { values } = parseArgs({ options: { only: { type: 'string', multiple: true } } })
const project = resolve(import.meta.dirname, '../..')
const guards = readGuards(project)
const unknown = values.only?.filter((name) => !guards.some((guard) => guard.name === name)) ?? []
if (unknown.length > 0) throw new Error(`There is no such guard: ${unknown.join(', ')}`)
const chosen = values.only ? guards.filter(({ name }) => values.only?.includes(name)) : guards

const copy = mkdtempSync(join(tmpdir(), 'restante-guards-'))
const passedIntact = new Map<string, Promise<boolean>>()

try {
  copyProject()
  const survivors: string[] = []
  for (const guard of chosen) {
    const started = performance.now()
    const outcome = await tryWithout(guard)
    const seconds = ((performance.now() - started) / 1000).toFixed(1)
    console.log(`${outcome.padEnd(8)}  ${guard.name}  (${seconds} s)`)
    if (outcome !== 'noticed') survivors.push(`${guard.name}: ${outcome}, ${guard.file}`)
  }
  console.log(survivors.length === 0 ? 'No survivors.' : `Survivors:\n  ${survivors.join('\n  ')}`)
  process.exitCode = survivors.length === 0 ? 0 : 1
} finally {
  rmSync(copy, { recursive: true, force: true })
}

/** Everything that is in the repository or could be, as it is now; what is built or installed is shared. */
function copyProject(): void {
  const list = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
    cwd: project,
    encoding: 'utf8',
  })
  for (const file of list.split('\n').filter((path) => path !== '' && existsSync(join(project, path))))
    cpSync(join(project, file), join(copy, file))
  for (const shared of ['node_modules', 'dist'])
    if (existsSync(join(project, shared))) symlinkSync(join(project, shared), join(copy, shared))
}

/** `broken` says that the tests fail with the guard in place, too. */
async function tryWithout(guard: Guard): Promise<Outcome> {
  const path = join(copy, guard.file)
  const source = readFileSync(path, 'utf8')
  writeFileSync(path, guard.without)
  const passed = await passes(guard).finally(() => writeFileSync(path, source))
  if (passed) return 'survived'
  const key = JSON.stringify([guard.tests, guard.pattern, guard.engine])
  const intact = passedIntact.get(key) ?? passes(guard)
  passedIntact.set(key, intact)
  return (await intact) ? 'noticed' : 'broken'
}

async function passes({ tests, pattern, engine }: Guard): Promise<boolean> {
  const node = process.execPath
  const other = engine === 'sqlite' ? 'on postgres' : 'on sqlite'
  const command = [
    ...(engine === 'postgres' ? ['tests/support/databases/with-postgres.ts', '--', node] : []),
    ...['--test', '--test-concurrency=1', `--test-timeout=${testTimeout}`],
    ...(pattern === undefined ? [] : [`--test-name-pattern=/${pattern}/`]),
    `--test-skip-pattern=/${other}/`,
    ...tests,
  ]
  const child = spawn(node, command, {
    cwd: copy,
    stdio: 'ignore',
    env: { ...process.env, PATH: `${dirname(node)}:${process.env.PATH ?? ''}` },
  })
  const timer = setTimeout(() => child.kill('SIGTERM'), runTimeout)
  const [code] = await once(child, 'exit')
  clearTimeout(timer)
  return code === 0
}
