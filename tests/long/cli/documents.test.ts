import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import * as z from 'zod'
import { createClient } from '#client/create-client.ts'
import { endpoints } from '#contract/endpoints.ts'
import { goodPassword, signUp } from '#tests/support/accounts/accounts.ts'
import { findCommands, findCommandsInSentences } from '#tests/support/documents.ts'
import { forNewAccounts, makeRequest, visit } from '#tests/support/requests/visitors.ts'
import { childEnvironment, programs } from '#tests/support/server/child-processes.ts'
import { startServerProcess } from '#tests/support/server/server-process.ts'

const run = promisify(execFile)
const blocks = findCommands()
const sentences = findCommandsInSentences()
const commands = [...blocks, ...sentences]

/**
 * Commands that this test doesn't run, because they change the machine, need others or take minutes: what does. Every other
 * one is run below, as it stands in the document but for its addresses and folders.
 */
const elsewhere: readonly [command: RegExp, by: string, says: RegExp][] = [
  [/^npm ci( && npm test)?$/, '.ci/run', /npm ci\nnpm test/],
  [/^npm ci && npm start$/, 'package.json', /"start": /],
  [/^npm run --silent sbom /, 'tests/architecture/documents.test.ts', /'sbom'/],
  [/^npm test$/, '.ci/run', /npm test/],
  [/^npm install --package-lock-only$/, '.ci/run', /npm ci/],
  [/^npm run dev$/, 'package.json', /"dev": /],
  [/^npm run format$/, 'package.json', /"format": /],
  [/^npm ci && npm run build$/, 'Dockerfile', /npm ci[\s\S]*npm run build/],
  [
    /^npm install --global restante-cli-V\.tgz$/,
    'tests/long/packages/command-line-package.test.ts',
    /'install'/,
  ],
  [/^restante create-admin$/, 'tests/long/cli/commands.test.ts', /'create-admin'/],
  [/^restante doctor$/, 'tests/long/cli/doctor.test.ts', /'doctor'/],
  [/^restante inspect ID$/, 'tests/long/cli/scrub.test.ts', /'inspect'/],
  [/^restante rotate-keys( --new-key)?$/, 'tests/long/cli/commands.test.ts', /'rotate-keys', '--new-key'/],
  [/^restante upload( -)?$/, 'tests/long/programs/standard-input.test.ts', /'upload', '-'/],
  [/^restante login --url /, 'tests/long/cli/login.test.ts', /'login', '--url'/],
  [/^restante login files/, 'tests/long/programs/device-login.test.ts', /'login'/],
  [/^restante manual /, 'tests/cli/shells.test.ts', /'manual'/],
  [/^restante request create --total$/, 'tests/long/cli/request.test.ts', /'--total'/],
  [/^restante download .*--list$/, 'tests/cli/transfer-members.test.ts', /'--list'/],
  [/^restante watch /, 'tests/long/programs/watch.test.ts', /'watch'/],
  [/^restante import\b/, 'tests/support/samples/imports/check-import.ts', /'import'/],
  [/^restante move-storage /, 'tests/long/cli/move-storage.test.ts', /'move-storage'/],
  [/^restante mcp\b/, 'tests/long/programs/mcp.test.ts', /'mcp'/],
  [/^restante upload --end-to-end\b/, 'tests/long/programs/end-to-end.test.ts', /'--end-to-end'/],
  [/^restante upload --text /, 'tests/long/programs/end-to-end.test.ts', /'--text'/],
  [/^restante download .* --key-stdin$/, 'tests/long/programs/end-to-end.test.ts', /'--key-stdin'/],
  [/^curl -T photo\.jpg /, 'tests/http/uploads/put.test.ts', /curl\('-T'/],
  [/^curl .*9464/, 'tests/http/operations/metrics.test.ts', /restante_http_requests_running/],
  [
    /^(docker load|podman load|skopeo|sha256sum)\b/,
    'tests/real-services/nightly/release.test.ts',
    /loadImage[\s\S]*sha256sum/,
  ],
  [/^apt-get /, 'tests/real-services/nightly/release.test.ts', /`apt-get install/],
  [
    /^docker compose -f compose\.full\.yaml /,
    'tests/architecture/deployment/deployment.test.ts',
    /compose\.full\.yaml/,
  ],
  [/^kubectl apply -k/, 'tests/architecture/deployment/deployment.test.ts', /kustomization\.yaml/],
  [/^nginx -t /, 'tests/support/services/proxies.ts', /'nginx', \['-t'/],
  [/^(docker cp|chown) /, 'tests/real-services/image.test.ts', /chown/],
  [/^docker (build|pull) /, 'tests/support/services/own-image.ts', /'build', '--quiet'/],
  [/^(docker compose|git) (?!-f )/, 'tests/real-services/image.test.ts', /'docs\/containers\.md'/],
  [/^(systemctl|journalctl|useradd) /, 'tests/real-services/systemd-unit.test.ts', /systemd-analyze/],
  [/^(cd|ln -s) /, 'tests/real-services/systemd-unit.test.ts', /systemd-analyze/],
  [
    /^install .*(\/etc\/restante|deploy\/)/,
    'tests/real-services/systemd-unit.test.ts',
    /restante\.service|units/,
  ],
]

/** What each of these makes of the machine of the documents, in a folder of the test. */
const folders: Readonly<Record<string, string>> = {
  '/var/lib/restante': 'data',
  '/mnt/backup/restante': 'backups',
  '/var/tmp/drill': 'drill',
}

const folder = await mkdtemp(join(tmpdir(), 'restante-documents-'))
after(() => rm(folder, { recursive: true, force: true }))

test('every command of the documents is a line that a shell can read, and is run here or by another test', async () => {
  assert.ok(commands.length > 30)
  for (const { file, command } of commands) {
    await run('sh', ['-n', '-c', command]).catch((error: unknown) => {
      throw new Error(`${file}: ${command}`, { cause: error })
    })
    // With input or output that is no terminal, compose refuses without -T.
    if (/^docker compose .*exec .*[<>|]/.test(command)) assert.match(command, / exec -T /, file)
    const other = elsewhere.find(([pattern]) => pattern.test(command))
    if (!other) continue
    const [, by, says] = other
    assert.ok(says.test(await readFile(by, 'utf8')), `${by} runs ${command}`)
  }
  for (const [pattern] of elsewhere)
    assert.ok(
      commands.some(({ command }) => pattern.test(command)),
      `${pattern} stands in a document`,
    )
})

test('all others do what the documents say', async () => {
  const isOwn = ({ command }: { command: string }) => !elsewhere.some(([pattern]) => pattern.test(command))
  const own = blocks.filter(isOwn)
  const dataDir = join(folder, 'data')
  const server = await startServerProcess(dataDir, {
    ...forNewAccounts,
    BACKUP_DIR: join(folder, 'backups'),
  })
  let isStopped = false
  async function stop() {
    if (isStopped) return
    isStopped = true
    server.child.kill('SIGTERM')
    await server.exited
  }
  try {
    await writeFiles(server.baseUrl)
    const variables = await openRequest(server.baseUrl)
    const commandLine = own.filter(({ file }) => file !== 'docs/operations.md')
    const operation = own.filter(({ file }) => file === 'docs/operations.md')
    // The administrator is made first, as the page of operation says, before others sign in.
    const first = operation.findIndex(({ command }) => command.startsWith('restante create-admin'))
    assert.notEqual(first, -1)
    const order = [
      ...operation.slice(0, first + 1),
      ...sentences.filter(isOwn),
      ...commandLine.filter(({ command }) => !/ revoke /.test(command)),
      ...commandLine.filter(({ command }) => / revoke /.test(command)),
      ...operation.slice(first + 1),
    ]
    for (const { file, command } of order) {
      // From here on the service is stopped and restored.
      if (command.startsWith('mv /var/lib/restante ')) await stop()
      await inShell(await translate(command, server.baseUrl), variables).catch((error: unknown) => {
        throw new Error(`${file}: ${command}`, { cause: error })
      })
    }
  } finally {
    await stop()
  }
  assert.ok((await readdir(join(folder, 'data'))).includes('keys'))
  // What is left of the service that was replaced could still open what expires.
  assert.ok(!(await readdir(folder)).includes('data.lost'))
})

/** What a reader has at hand: passwords in files, a key in the environment, the command in its place. */
async function writeFiles(baseUrl: string): Promise<void> {
  await mkdir(join(folder, 'bin'))
  const shim = `#!/bin/sh\nexport DATA_DIR="\${DATA_DIR:-${folder}/data}" BACKUP_DIR="\${BACKUP_DIR:-${folder}/backups}"\nexport PUBLIC_URL=${baseUrl}\ncd ${JSON.stringify(process.cwd())} && exec ${process.execPath} ${programs.commandLine} "$@"\n`
  await writeFile(join(folder, 'bin', 'restante'), shim)
  await chmod(join(folder, 'bin', 'restante'), 0o755)
  await writeFile(join(folder, 'password.txt'), goodPassword)
  for (const name of ['report.pdf', 'letter.pdf']) await writeFile(join(folder, name), '%PDF-1.7\n%%EOF\n')
  const form = new FormData()
  form.append('file', new Blob(['A file.']), 'a.txt')
  const answer = await fetch(`${baseUrl}/api/files/upload`, { method: 'POST', body: form })
  const sent = z.object({ manageUrl: z.string() }).parse(await answer.json())
  await writeFile(join(folder, 'manage-link.txt'), sent.manageUrl)
  await writeFile(
    join(folder, 'master-keys'),
    await readFile(join(folder, 'data', 'keys', 'master-keys'), 'utf8'),
    { mode: 0o600 },
  )
}

/** A file request, and what a visitor has after asking for a ticket: the variables of the documents. */
async function openRequest(baseUrl: string): Promise<Readonly<Record<string, string>>> {
  const person = await signUp({ baseUrl, client: createClient({ baseUrl, schemas: endpoints }) }, 'mara')
  const { id } = await makeRequest({ clock: Date }, person, {
    asks: { name: true, email: false, code: false },
  })
  const { ticket } = await visit({ baseUrl }, id, { name: 'Clara' })
  return { ID: id, TICKET: ticket }
}

/** A documented command with the addresses and folders of this test, as the person who runs it. */
async function translate(command: string, baseUrl: string): Promise<string> {
  let text = command
    .replaceAll('https://files.example.eu', baseUrl)
    .replaceAll('http://127.0.0.1:3000', baseUrl)
    .replaceAll(' -o restante -g restante', '')
    // A guest's transfer, as curl sends it where no key is at hand.
    .replace(' -H "Authorization: Bearer $KEY"', '')
    .replace('password.txt', join(folder, 'password.txt'))
    .replace(/ (letter|report)\.pdf$/, (_, name) => ` ${join(folder, `${name}.pdf`)}`)
    .replace(/\/download\/[\w-]{22}/, await firstLink(baseUrl))
    .replace(/2026-11-21T03-30-00-000Z/, await lastBackup())
  for (const [documented, name] of Object.entries(folders))
    text = text.replaceAll(documented, join(folder, name))
  return text
}

async function firstLink(_baseUrl: string): Promise<string> {
  const url = new URL(await readFile(join(folder, 'manage-link.txt'), 'utf8'))
  return `/download/${url.pathname.split('/').at(-1)}`
}

async function lastBackup(): Promise<string> {
  const names = await readdir(join(folder, 'backups')).catch(() => [])
  return (
    names
      .filter((name) => /^\d{4}-/.test(name))
      .toSorted()
      .at(-1) ?? 'none'
  )
}

async function inShell(command: string, variables: Readonly<Record<string, string>>): Promise<void> {
  await run('sh', ['-e', '-c', command], {
    cwd: folder,
    env: {
      ...childEnvironment(),
      ...variables,
      PASSWORD_COST: 'low',
      HOME: folder,
      PATH: `${join(folder, 'bin')}:${dirname(process.execPath)}:${process.env.PATH ?? ''}`,
    },
  })
}
