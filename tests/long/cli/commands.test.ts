import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import {
  chmod,
  mkdir,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { goodPassword, signIn, signUp } from '#tests/support/accounts/accounts.ts'
import { forEachDatabase, onSqlite } from '#tests/support/databases/databases.ts'
import { hideRows } from '#tests/support/databases/hide-rows.ts'
import { transferOf } from '#tests/support/databases/transfer-rows.ts'
import { runCommand, runForScript } from '#tests/support/server/run-command.ts'
import { keepInStore, startServer } from '#tests/support/server/server.ts'
import { upload } from '#tests/support/transfers/transfers.ts'
import { commands } from '../../../src/cli/commands.ts'

const newAdmin = ['create-admin', '--username', 'root-ada', '--email', 'ada@example.org', '--password-stdin']

test('help lists every command, and each explains itself with an example', async () => {
  const { code, stdout } = await runCommand(['--help'])
  assert.equal(code, 0)
  for (const { name, summary, load } of commands) {
    const { help } = await load()
    assert.match(stdout, new RegExp(`^  ${name} +${summary.replace('.', '\\.')}$`, 'm'))
    assert.match(help, new RegExp(`^Usage: restante ${name}`))
    assert.match(help, /^Examples:\n {2}\S/m)
  }
  const one = await runCommand(['inspect', '--help'])
  assert.equal(one.code, 0)
  assert.match(one.stdout, /^Usage: restante inspect/)
})

test('what is not understood does nothing and ends with 2', async () => {
  for (const args of [['fly'], ['sweep', '--fast'], ['create-admin'], ['inspect'], ['inspect', 'x', 'y']]) {
    const { code, stdout, stderr } = await runCommand(args, { environment: { DATA_DIR: '/proc/nowhere' } })
    assert.equal(code, 2, stderr)
    assert.equal(stdout, '')
    assert.match(stderr, /^.+\n$/)
  }
  const { code, answer } = await runForScript(['sweep', '--fast'])
  assert.equal(code, 2)
  assert.equal(answer.code, 'USAGE')
})

test('an environment that cannot be used is named and ends with 3', async () => {
  for (const command of ['serve', 'migrate', 'sweep']) {
    const { code, stderr } = await runCommand([command], { environment: { PORT: 'eighty' } })
    assert.equal(code, 3)
    assert.match(stderr, /^PORT is not valid/)
  }
  // What no folder can be made in: the system says there that the folder is missing.
  const nowhere = await runCommand(['sweep'], { environment: { DATA_DIR: '/proc/restante/data' } })
  assert.equal(nowhere.code, 3)
  assert.match(nowhere.stderr, /^DATA_DIR \/proc\/restante\/data cannot be made or written: .+\n$/)
})

forEachDatabase('the command line', ({ engine, place, emptyPlace }) => {
  test('migrates an empty database, and finds nothing to do the second time', async () => {
    const at = await emptyPlace()
    const first = await runForScript(['migrate'], { place: at })
    assert.equal(first.code, 0, first.stderr)
    assert.equal(first.answer.engine, engine)
    assert.ok(Array.isArray(first.answer.steps) && first.answer.steps.includes('0001-people'))
    const second = await runForScript(['migrate'], { place: at })
    assert.deepEqual(second.answer, { success: true, engine, steps: [] })
  })

  test('makes an administrator, whose password is not on the command line', async () => {
    const at = await place()
    const made = await runCommand(newAdmin, { place: at, input: `${goodPassword}\n` })
    assert.equal(made.code, 0, made.stderr)
    await using server = await startServer(at)
    const { user } = await signIn(server, 'root-ada')
    assert.deepEqual([user.isAdmin, user.mustChangePassword], [true, false])
    const again = await runForScript(newAdmin, { place: at, input: goodPassword })
    assert.deepEqual([again.code, again.answer.code], [1, 'USERNAME_TAKEN'])
    const weak = await runForScript(newAdmin, { place: at, input: 'short' })
    assert.deepEqual([weak.code, weak.answer.code], [1, 'PASSWORD_TOO_SHORT'])
    const none = await runForScript(newAdmin, { place: at, input: '\n' })
    assert.deepEqual([none.code, none.answer.code], [2, 'USAGE'])
  })

  test('sweeps what has expired', async () => {
    const at = await place()
    await using server = await startServer(at)
    const file = await upload(server.baseUrl, new Uint8Array(100))
    const { database } = server.services
    await database.updateTable('transfers').set({ expires_at: 1 }).execute()
    const { code, stderr } = await runCommand(['sweep'], { place: at })
    assert.equal(code, 0, stderr)
    const row = await transferOf(database, file.id)
    assert.deepEqual([row.ended_as, row.name, row.cleared], ['expired', '', 1])
  })

  test('rotates the master key: files made before and after open, with the new key alone', async () => {
    const at = await place()
    const algorithm = 'ml-kem768' as const
    const password = 'a password for keys only'
    let before: { id: string }
    {
      await using server = await startServer(at)
      before = await upload(server.baseUrl, Buffer.from('before'))
      const { client } = await signUp(server)
      await client.call('generateKey', { body: { algorithm, password } })
    }
    const path = join(at.dataDir, 'keys', 'master-keys')
    const made = await runForScript(['rotate-keys', '--new-key'], { place: at })
    assert.deepEqual(made.answer, { success: true, kid: 'k2' })
    assert.equal((await stat(path)).mode & 0o777, 0o600)
    const rotated = await runForScript(['rotate-keys'], { place: at })
    assert.deepEqual(rotated.answer, { success: true, kid: 'k2', resealed: 2, stillNeeded: [] })
    assert.doesNotMatch(JSON.stringify(made) + JSON.stringify(rotated), /[\w+/]{43}=/)
    const [newKey = ''] = (await readFile(path, 'utf8')).split(',')
    assert.match(newKey, /^k2:/)
    await writeFile(path, newKey)
    await using server = await startServer(at)
    const after = await upload(server.baseUrl, Buffer.from('after'))
    for (const [file, content] of [
      [before, 'before'],
      [after, 'after'],
    ] as const) {
      const answer = await fetch(`${server.baseUrl}/api/download/${file.id}/file`)
      assert.equal(await answer.text(), content)
    }
    const { client } = await signIn(server, 'ada')
    const change = { currentPassword: password, newPassword: 'another one for keys' }
    await client.call('changeKeyPassword', { params: { algorithm }, body: change })
    const entries = server.services.database.selectFrom('audit_log').select(['actor_name', 'details'])
    assert.deepEqual(await entries.where('act', '=', 'service.keys-rotated').execute(), [
      { actor_name: 'command line', details: '{"kid":"k2","resealed":2}' },
    ])
    const own = await runForScript(['rotate-keys', '--new-key'], {
      place: at,
      environment: { MASTER_KEYS: newKey },
    })
    assert.deepEqual([own.code, own.answer.code], [3, 'CONFIGURATION'])
  })

  test('adds one master key at a time: a second command loses no key that the first has added', async () => {
    const at = await place()
    {
      await using _ = await startServer(at)
    }
    const path = join(at.dataDir, 'keys', 'master-keys')
    const before = await readFile(path, 'utf8')
    const add = () => runForScript(['rotate-keys', '--new-key'], { place: at })
    // The first command waits in the middle of reading the keys.
    await rename(path, `${path}.kept`)
    execFileSync('mkfifo', ['-m', '600', path])
    const slow = add()
    const pipe = await open(path, 'w')
    await rename(`${path}.kept`, path)
    const other = await add()
    const between = await readFile(path, 'utf8')
    await pipe.write(before)
    await pipe.close()
    const { code, stderr } = await slow
    assert.equal(code, 0, stderr)
    const after = (await readFile(path, 'utf8')).trim().split(',')
    assert.deepEqual(after.slice(1), between.trim().split(','))
    assert.deepEqual([other.code, other.answer.code], [3, 'CONFIGURATION'])
    assert.match(String(other.answer.message), /master-keys\.new is there/)
    // Servers of the group go on reading them.
    await chmod(path, 0o640)
    assert.deepEqual((await add()).answer, { success: true, kid: 'k3' })
    assert.equal((await stat(path)).mode & 0o777, 0o640)
    assert.deepEqual(await readdir(join(path, '..')), ['master-keys'])
  })

  test('shows what is kept of a transfer, by link or reference, and neither its name nor a key', async () => {
    const at = await place()
    // What passwords cost by default.
    await using server = await startServer({ ...at, environment: { PASSWORD_COST: '' } })
    const fields = { password: 'a file password', description: 'a private message' }
    const file = await upload(server.baseUrl, Buffer.alloc(20_000, 1), fields, 'contract.txt')
    const shown = await runCommand(['inspect', file.id], { place: at })
    assert.equal(shown.code, 0, shown.stderr)
    assert.match(
      shown.stdout,
      /^slot {8}password, version 1, 82 bytes, Argon2id with 65536 KiB and 3 passes$/m,
    )
    assert.match(shown.stdout, /^blob .+ 20000 bytes: length and header match, content not read$/m)
    assert.doesNotMatch(shown.stdout, /contract|private/)
    const { database } = server.services
    const slot = await database.selectFrom('slots').select('sealed').executeTakeFirstOrThrow()
    const { answer } = await runForScript(['inspect', file.id], { place: at })
    for (const encoding of ['hex', 'base64', 'base64url'] as const) {
      const sealed = Buffer.from(slot.sealed).subarray(-48, -16).toString(encoding)
      assert.ok(!JSON.stringify(answer).includes(sealed))
    }
    assert.deepEqual(answer.checked, ['length', 'header'])
    const { id: reference } = await transferOf(database, file.id)
    assert.deepEqual((await runForScript(['inspect', reference], { place: at })).answer, answer)
    assert.ok(!shown.stdout.includes(file.id) && shown.stdout.includes(reference))
    for (const id of ['A'.repeat(22), '-A'.repeat(11), '-'.repeat(22)]) {
      const unknown = await runForScript(['inspect', id], { place: at })
      assert.deepEqual([unknown.code, unknown.answer.code], [1, 'FILE_NOT_FOUND'])
    }
  })
})

onSqlite('the command line, whatever the database', ({ place }) => {
  test('names BACKUP_DIR where it is a file', async () => {
    const at = await place()
    const file = join(at.dataDir, 'file')
    await writeFile(file, '')
    const { code, stderr } = await runCommand(['backup'], { place: at, environment: { BACKUP_DIR: file } })
    assert.deepEqual(
      [code, stderr],
      [3, `BACKUP_DIR ${file} cannot be used: ${file} is a file, not a folder.\n`],
    )
  })

  test('says what a sweep could not do: blobs that the store keeps, and all that a damaged database may need', async () => {
    const at = await place()
    {
      await using server = await startServer({ ...at, environment: keepInStore })
      await upload(server.baseUrl, new Uint8Array(100))
      await server.services.database.updateTable('transfers').set({ expires_at: 1 }).execute()
    }
    const stored = join(at.dataDir, 'blobs', 'stored')
    const [name = ''] = (await readdir(stored, { recursive: true })).filter((entry) => entry.includes('/'))
    await rm(join(stored, name))
    await mkdir(join(stored, name))
    const kept = await runForScript(['sweep'], { place: at })
    assert.deepEqual([kept.code, kept.answer], [1, { success: false, failures: 1, isDatabaseSound: true }])
    await rm(join(stored, name), { recursive: true })
    const done = await runForScript(['sweep'], { place: at })
    assert.deepEqual([done.code, done.answer], [0, { success: true, failures: 0, isDatabaseSound: true }])
    hideRows(at.dataDir, ['sqlite_autoindex_day_keys_1'])
    const { code, stdout } = await runCommand(['sweep'], { place: at })
    assert.equal(code, 4)
    assert.match(stdout, /^The database is damaged\. Uploads, keys and blobs .+ were kept\.\n$/)
  })

  test('shows the header of a blob, and says when one is damaged or gone', async () => {
    const at = await place()
    await using server = await startServer({ ...at, environment: keepInStore })
    const file = await upload(server.baseUrl, Buffer.alloc(20_000, 1))
    const stored = join(at.dataDir, 'blobs', 'stored')
    const [name = ''] = (await readdir(stored, { recursive: true })).filter((entry) => entry.includes('/'))
    const path = join(stored, name)
    const whole = await runForScript(['inspect', path], { place: at })
    assert.equal(whole.code, 0, whole.stderr)
    const { blob_id } = await server.services.database
      .selectFrom('segments')
      .select('blob_id')
      .executeTakeFirstOrThrow()
    assert.partialDeepStrictEqual(whole.answer, {
      blob: { blobId: blob_id, chunks: 2, plainLength: 20_000, suite: 'Cobblestone-256', version: 1 },
    })
    await truncate(path, 16_492)
    const cut = await runForScript(['inspect', path], { place: at })
    assert.deepEqual([cut.code, cut.answer.success], [4, false])
    const damaged = await runForScript(['inspect', file.id], { place: at })
    assert.equal(damaged.code, 4)
    await server.services.blobs.default.remove(blob_id)
    const gone = await runCommand(['inspect', file.id], { place: at })
    assert.equal(gone.code, 4)
    assert.match(gone.stdout, /It is missing\./)
  })
})
