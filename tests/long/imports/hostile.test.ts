import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import {
  appendFile,
  chmod,
  copyFile,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { type DatabasePlace, onSqlite } from '#tests/support/databases/databases.ts'
import { makePalmr } from '#tests/support/samples/imports/palmr/folder.ts'
import { makePingvin, type Pingvin } from '#tests/support/samples/imports/pingvin/folder.ts'
import { runForScript } from '#tests/support/server/run-command.ts'

const run = promisify(execFile)
const bytes = Buffer.from('what is sent')
const secret = Buffer.from('what is not')

async function importFrom(place: DatabasePlace, folder: string) {
  const { code, answer } = await runForScript(['import', 'pingvin', folder], { place })
  return {
    code,
    problem: String(answer.problem),
    transfers: answer.transfers,
    notes: JSON.stringify(answer.notes),
  }
}

/** One good share, beside what a test adds. */
async function withShare(pingvin: Pingvin): Promise<void> {
  await pingvin.addShare({ id: 'good', files: [{ name: 'a.txt', bytes }] })
}

const one = { imported: 1, before: 0, refused: 0 }
const oneAndOne = { imported: 1, before: 0, refused: 1 }

onSqlite('a source', ({ place }) => {
  test('that is broken is refused with a sentence', async () => {
    const at = await place()
    const spoil: Record<string, readonly [(path: string) => Promise<unknown>, RegExp]> = {
      'cut off': [async (path) => truncate(path, (await readFile(path)).length / 2), /was copied in part/],
      'of a few bytes': [(path) => truncate(path, 50), /is damaged|copied in part/],
      empty: [(path) => truncate(path, 0), /no SQLite database/],
      'no database': [(path) => writeFile(path, 'something else'), /no SQLite database/],
      altered: [
        async (path) => {
          const content = await readFile(path)
          content.fill(0x5a, 8192, 24_000)
          await writeFile(path, content)
        },
        /is damaged/,
      ],
      'without its last bytes': [
        async (path) => truncate(path, (await readFile(path)).length - 1),
        /its last page is cut off\. Copy it again/,
      ],
      'a folder': [(path) => rm(path).then(() => mkdir(path)), /no SQLite database/],
      'a pipe': [(path) => rm(path).then(() => run('mkfifo', [path])), /no SQLite database/],
      missing: [(path) => rm(path), /has no pingvin-share\.db/],
    }
    for (const [name, [damage, sentence]] of Object.entries(spoil)) {
      await using pingvin = await makePingvin()
      await withShare(pingvin)
      pingvin.database.close()
      await damage(pingvin.path)
      const { code, problem } = await importFrom(at, pingvin.folder)
      assert.equal(code, 1, name)
      assert.match(problem, sentence, name)
    }
    assert.match((await importFrom(at, '/nonsense/folder')).problem, /no folder/)
    const { code, answer } = await runForScript(['import', 'pingvin', '.', '--key-file', 'x'], { place: at })
    assert.equal(code, 2)
    assert.match(String(answer.message), /belong to palmr/)
  })

  test('that this user may not read ends the import with what to do, and the next one goes on', async (context) => {
    if (process.getuid?.() !== 0) return context.skip('needs root to become another user')
    await using pingvin = await makePingvin()
    await withShare(pingvin)
    await pingvin.addShare({ id: 'shut', files: [{ id: 'file', name: 'b.txt', bytes }] })
    pingvin.database.close()
    await run('chmod', ['-R', 'a+rX', pingvin.folder])
    const at = await place()
    const uid = 65_534
    await run('chown', ['-R', String(uid), at.dataDir])
    const options = { place: at, uid }
    for (const path of ['uploads/shares/shut/file', 'uploads/shares/shut', 'pingvin-share.db']) {
      await chmod(join(pingvin.folder, path), 0)
      const { code, answer } = await runForScript(['import', 'pingvin', pingvin.folder], options)
      assert.equal(code, 1)
      assert.match(
        String(answer.problem),
        /^EACCES.*\. See that this user may read all of SOURCE, then run this again\.$/,
      )
      await chmod(join(pingvin.folder, path), 0o755)
    }
    const { answer } = await runForScript(['import', 'pingvin', pingvin.folder], options)
    assert.deepEqual(answer.transfers, { imported: 1, before: 1, refused: 0 })
  })

  test('of Palmr with folders in folders, a thousand deep and more, gives what is in them', async () => {
    await using palmr = await makePalmr()
    const ada = palmr.addUser('ada')
    const top = palmr.addFolder('f', ada)
    let inner = top
    palmr.database.exec('begin')
    for (let depth = 0; depth < 20_000; depth++) inner = palmr.addFolder('f', ada, inner)
    palmr.database.exec('commit')
    await palmr.addShare({ id: 'deep', files: [{ name: 'a.txt', bytes }], folders: [top] }, ada)
    palmr.database.close()
    const { answer } = await runForScript(['import', 'palmr', palmr.folder], { place: await place() })
    assert.deepEqual(answer.transfers, one)
  })

  test('of another program is refused', async () => {
    await using pingvin = await makePingvin()
    pingvin.database.exec('drop table "ReverseShare"; create view "ReverseShare" as select 1 as id')
    pingvin.database.close()
    const { code, problem } = await importFrom(await place(), pingvin.folder)
    assert.equal(code, 1)
    assert.match(problem, /has no table ReverseShare/)
  })

  test('that is in use is refused, and nothing in it changes', async () => {
    await using pingvin = await makePingvin()
    await withShare(pingvin)
    pingvin.database.exec('pragma journal_mode = wal')
    pingvin.addUser('ada')
    const at = await place()
    const { code, problem } = await importFrom(at, pingvin.folder)
    assert.equal(code, 1)
    assert.match(problem, /pingvin-share\.db-wal isn't empty/)
    pingvin.database.close()
    const before = await readFile(pingvin.path)
    assert.deepEqual((await importFrom(at, pingvin.folder)).transfers, one)
    assert.deepEqual(await readFile(pingvin.path), before)
    await appendFile(`${pingvin.path}-journal`, 'half of a transaction')
    assert.match((await importFrom(at, pingvin.folder)).problem, /-journal isn't empty/)
  })

  test('whose path leads out of its folder gives nothing from there', async () => {
    await using pingvin = await makePingvin()
    await withShare(pingvin)
    await writeFile(join(pingvin.folder, 'secret'), secret)
    await mkdir(join(pingvin.folder, 'uploads/shares/up'), { recursive: true })
    const share = { createdAt: pingvin.at(1), uploadLocked: 1, expiration: pingvin.at(0) }
    pingvin.insert('Share', { ...share, id: 'up' })
    for (const id of [
      '../../../secret',
      '../../../../../../../../../etc/hostname',
      '/etc/hostname',
      '..',
      '',
    ])
      pingvin.insert('File', { id, name: 'b.txt', size: String(secret.length), shareId: 'up' })
    pingvin.insert('Share', { ...share, id: 'path', storagePath: '../' })
    pingvin.insert('File', { id: 'secret', name: 'c.txt', size: String(secret.length), shareId: 'path' })
    pingvin.database.close()
    const { code, transfers, notes } = await importFrom(await place(), pingvin.folder)
    assert.deepEqual([code, transfers], [4, { imported: 1, before: 0, refused: 2 }])
    assert.match(notes, /leads out of the folder/)
  })

  test('with symbolic links gives nothing from behind them', async () => {
    await using pingvin = await makePingvin()
    await withShare(pingvin)
    await writeFile(join(pingvin.folder, 'secret'), secret)
    await pingvin.addShare({ id: 'link', files: [{ id: 'file', name: 'b.txt', bytes: secret }] })
    const file = join(pingvin.folder, 'uploads/shares/link/file')
    await rm(file)
    await symlink('../../../secret', file)
    pingvin.database.close()
    const { transfers, notes } = await importFrom(await place(), pingvin.folder)
    assert.deepEqual(transfers, oneAndOne)
    assert.match(notes, /symbolic link/)
    await rename(join(pingvin.folder, 'uploads'), join(pingvin.folder, 'elsewhere'))
    await symlink('elsewhere', join(pingvin.folder, 'uploads'))
    assert.deepEqual((await importFrom(await place(), pingvin.folder)).transfers, {
      imported: 0,
      before: 0,
      refused: 2,
    })
    await copyFile(pingvin.path, join(pingvin.folder, 'copy'))
    await rm(pingvin.path)
    await symlink('copy', pingvin.path)
    assert.match((await importFrom(await place(), pingvin.folder)).problem, /symbolic link/)
  })

  test('with a virus, and with values that no program writes, gives the rest', async () => {
    await using pingvin = await makePingvin()
    await withShare(pingvin)
    const eicar = String.raw`X5O!P%@AP[4\PZX54(P^)7CC)7}$EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*`
    await pingvin.addShare({ id: 'virus', files: [{ name: 'v.txt', bytes: Buffer.from(eicar) }] })
    await pingvin.addShare({ id: 'time', files: [{ name: 'a.txt', bytes }], columns: { expiration: 'soon' } })
    await pingvin.addShare({ id: 'views', files: [{ name: 'a.txt', bytes }], columns: { views: -1 } })
    await pingvin.addShare({
      id: 'hash',
      files: [{ name: 'a.txt', bytes }],
      security: {
        password: '$argon2id$v=19$m=9999999,t=3,p=4$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
      },
    })
    pingvin.database.close()
    const { transfers, notes } = await importFrom(await place(), pingvin.folder)
    assert.deepEqual(transfers, { imported: 1, before: 0, refused: 4 })
    for (const sentence of [/[Mm]alware|virus/, /record cannot be read/, /unknown way/])
      assert.match(notes, sentence)
  })

  test('that says nothing of a password it had is not imported at all', async () => {
    await using pingvin = await makePingvin()
    await withShare(pingvin)
    pingvin.insert('ShareSecurity', { id: 'x', shareId: 'good', password: Buffer.from([1, 2]) })
    pingvin.database.close()
    const { code, problem } = await importFrom(await place(), pingvin.folder)
    assert.equal(code, 1)
    assert.match(problem, /Record 1 of the table ShareSecurity cannot be read/)
  })
})
