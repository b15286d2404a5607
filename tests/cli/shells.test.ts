import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'

async function output(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await runCommand(args)
  assert.equal(code, 0, stderr)
  return stdout
}

/** Whether a program is on this machine. */
function has(program: string): boolean {
  try {
    return execFileSync('sh', ['-c', `command -v ${program}`]).length > 0
  } catch {
    return false
  }
}

test('bash completes commands, words and options by the script', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'restante-shell-'))
  try {
    const script = join(folder, 'restante')
    await writeFile(script, await output('completion', 'bash'))
    const complete = (...words: string[]) => {
      const list = words.map((word) => `'${word}'`).join(' ')
      const line = `source '${script}'; COMP_WORDS=(restante ${list}); COMP_CWORD=${words.length}; _restante; printf '%s\\n' "\${COMPREPLY[@]}"`
      return execFileSync('bash', ['--norc', '-c', line], { encoding: 'utf8' }).trim().split('\n')
    }
    assert.deepEqual(complete('re'), ['restore', 'revoke', 'request'])
    assert.deepEqual(complete('request', ''), ['create', 'list', 'close'])
    assert.deepEqual(complete('completion', 'z'), ['zsh'])
    assert.deepEqual(complete('upload', 'report.pdf', '--pass'), ['--password-stdin', '--password-file'])
    assert.deepEqual(complete('request', 'create', '--ask'), ['--ask-name', '--ask-email', '--ask-code'])
    assert.deepEqual(complete('serve', '--j'), [''])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('the scripts for zsh and fish describe every command and option, and the shell accepts them', async () => {
  const zsh = await output('completion', 'zsh')
  const fish = await output('completion', 'fish')
  const { answer } = await runForScript(['--help'])
  assert.ok(Array.isArray(answer.commands))
  for (const { name } of answer.commands) {
    assert.match(zsh, new RegExp(`^    '${name}:.+'$`, 'm'))
    assert.match(fish, new RegExp(`-f -a ${name} -d '`))
  }
  assert.match(zsh, /'--expires\[30m, 1h.*\]:TIME:_files'/)
  assert.match(zsh, /'1:word:\(create list close\)'/)
  assert.match(fish, /__restante_runs upload' -l expires -r -d '30m, 1h/)
  if (has('zsh')) execFileSync('zsh', ['-n'], { input: zsh })
  if (has('fish')) execFileSync('fish', ['--no-execute'], { input: fish })
})

test('the manual page shows each command with its options and examples, and the exit codes', async () => {
  const page = await output('manual')
  assert.match(page, /^\.TH RESTANTE 1 "" "restante \d+\.\d+\.\d+"$/m)
  const { answer } = await runForScript(['--help'])
  assert.ok(Array.isArray(answer.commands))
  for (const { name } of answer.commands)
    assert.ok(page.includes(`\n.SS ${name.replaceAll('-', '\\-')}\n`), name)
  assert.ok(page.includes('.TP\n.B \\-\\-delete\\-after\\-download\ndelete the file after one download\n'))
  assert.ok(page.includes('.TP\n.B 4\ndamage found'))
  if (!has('man')) return
  const text = execFileSync('man', ['--warnings', '-l', '-'], {
    input: page,
    encoding: 'utf8',
    env: { PATH: process.env.PATH ?? '', MANPAGER: 'cat', MANWIDTH: '100', LC_ALL: 'C.UTF-8' },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  assert.match(text, /restante upload --url https:\/\/files\.example\.eu report\.pdf/)
})

test('an unknown shell is a usage error', async () => {
  for (const args of [['completion'], ['completion', 'tcsh'], ['completion', 'bash', 'zsh']]) {
    const { code, answer } = await runForScript(args)
    assert.deepEqual([code, answer.code], [2, 'USAGE'])
  }
})
