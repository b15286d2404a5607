import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { writeOtherRelease } from '#tests/support/server/other-release.ts'
import { startServer } from '#tests/support/server/server.ts'

const DAY = 24 * 60 * 60_000

/** The scripts and styles that a page names. */
async function namedBy(baseUrl: string): Promise<string[]> {
  const page = await (await fetch(`${baseUrl}/terms`)).text()
  return Array.from(page.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g), ([, name = '']) => name)
}

async function statusOf(url: string): Promise<number> {
  const answer = await fetch(url)
  await answer.arrayBuffer()
  return answer.status
}

forEachDatabase('releases', ({ place }) => {
  let first: string
  let second: string
  before(async () => {
    first = await mkdtemp(join(tmpdir(), 'restante-release-'))
    second = await mkdtemp(join(tmpdir(), 'restante-release-'))
    await writeOtherRelease(first)
    await writeOtherRelease(second)
    await writeFile(join(second, 'assets/login-page-10000000.js'), 'export default 1')
    await writeFile(join(first, 'assets/login-page-00000000.js'), 'export default 0')
  })
  after(async () => {
    for (const folder of [first, second]) await rm(folder, { recursive: true })
  })

  test('instances of two releases serve the assets of both, whichever is asked', async () => {
    const { url, dataDir } = await place()
    await using old = await startServer({ url, dataDir, web: true, webFolder: first })
    await using next = await startServer({ url, dataDir, web: true, webFolder: second })
    for (const { baseUrl } of [old, next]) {
      for (const digit of [0, 1]) {
        const answer = await fetch(`${baseUrl}/assets/login-page-${digit}0000000.js`)
        assert.equal(answer.status, 200)
        assert.equal(answer.headers.get('content-type'), 'application/javascript; charset=utf-8')
        assert.match(answer.headers.get('cache-control') ?? '', /immutable/)
        assert.equal(await answer.text(), `export default ${digit}`)
      }
      for (const name of await namedBy(baseUrl)) assert.equal(await statusOf(baseUrl + name), 200, name)
    }
  })

  test('the assets of a release are kept for a month after the upgrade, and those of the present one for ever', async () => {
    const { url, dataDir } = await place()
    await (await startServer({ url, dataDir, web: true, webFolder: first }))[Symbol.asyncDispose]()
    const restartIn = async (days: number) => {
      const config = { url, dataDir, web: true, webFolder: second }
      await using server = await startServer(config)
      const { database } = server.services
      // Time passes while it runs.
      await database
        .updateTable('web_assets')
        .set({ superseded_at: Date.now() - days * DAY })
        .where('superseded_at', 'is not', null)
        .execute()
      await using again = await startServer(config)
      return [
        await statusOf(`${again.baseUrl}/assets/login-page-00000000.js`),
        await statusOf(`${again.baseUrl}/assets/login-page-10000000.js`),
      ]
    }
    assert.deepEqual(await restartIn(29), [200, 200])
    assert.deepEqual(await restartIn(31), [404, 200])
  })

  test('earlier releases take up 64 MB at most: the oldest goes first, the present one never', async () => {
    const { url, dataDir } = await place()
    const folder = await mkdtemp(join(tmpdir(), 'restante-release-'))
    await writeOtherRelease(folder)
    const asset = (release: number | '%') => `assets/login-page-${release}0000000.js`
    const kept: string[][] = []
    for (const [release, size] of [33_000_000, 33_000_000, 100].entries()) {
      await writeFile(join(folder, asset(release)), Buffer.alloc(size, ' '))
      await using server = await startServer({ url, dataDir, web: true, webFolder: folder })
      const assets = server.services.database.selectFrom('web_assets').select('name')
      const names = await assets.where('name', 'like', asset('%')).orderBy('name').execute()
      kept.push(names.map(({ name }) => name))
      assert.equal(await statusOf(`${server.baseUrl}/${asset(release)}`), 200)
      await rm(join(folder, asset(release)))
    }
    assert.deepEqual(kept, [[asset(0)], [asset(0), asset(1)], [asset(1), asset(2)]])
    await rm(folder, { recursive: true })
  })

  test('an app that is built anew under a running server goes on to be served', async () => {
    const { url, dataDir } = await place()
    const folder = await mkdtemp(join(tmpdir(), 'restante-release-'))
    await writeOtherRelease(folder)
    await using server = await startServer({ url, dataDir, web: true, webFolder: folder })
    const names = await namedBy(server.baseUrl)
    const script = names.find((name) => /base-.*\.js$/.test(name)) ?? ''
    const before = await readFile(join(folder, script), 'utf8')
    await rm(join(folder, 'assets'), { recursive: true })
    for (const name of names) assert.equal(await statusOf(server.baseUrl + name), 200, name)
    assert.equal(await (await fetch(server.baseUrl + script)).text(), before)
    await rm(folder, { recursive: true })
  })

  test('what no release had is not there, and nobody remembers that', async () => {
    const { url, dataDir } = await place()
    await using server = await startServer({ url, dataDir, web: true, webFolder: first })
    for (const name of ['none-00000000.js', '..%2findex.html', `${'a'.repeat(230)}.js`, '']) {
      const answer = await fetch(`${server.baseUrl}/assets/${name}`)
      assert.equal(answer.status, 404, name)
      assert.equal(answer.headers.get('cache-control'), 'no-store')
      assert.match(answer.headers.get('content-type') ?? '', /application\/json/)
      await answer.arrayBuffer()
    }
    assert.ok((await readdir(join(first, 'assets'))).length > 50)
  })
})
