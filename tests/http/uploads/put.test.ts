import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { signUp } from '#tests/support/accounts/accounts.ts'
import { createKey } from '#tests/support/accounts/api-keys.ts'
import { forEachDatabase } from '#tests/support/databases/databases.ts'
import { startServer, type TestServer } from '#tests/support/server/server.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const folder = await mkdtemp(join(tmpdir(), 'restante-put-'))
after(() => rm(folder, { recursive: true, force: true }))
const content = Buffer.alloc(300_000, 'a line of a report\n')

async function curl(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('curl', ['--silent', '--show-error', ...args])
  return stdout
}

function put({ baseUrl }: TestServer, name: string, body: BodyInit, headers: Record<string, string> = {}) {
  return fetch(`${baseUrl}/api/put/${name}`, { method: 'PUT', body, headers })
}

function idOf(link: string): string {
  return /\/download\/([\w-]{22})\n$/.exec(link)?.[1] ?? ''
}

async function contentOf({ client, baseUrl }: TestServer, id: string, password?: string): Promise<Buffer> {
  const body = password === undefined ? {} : { password }
  const { url } = await client.call('downloadTicket', { params: { id }, body })
  return Buffer.from(await (await fetch(baseUrl + url)).arrayBuffer())
}

forEachDatabase('a file that is put', ({ place }) => {
  test('by curl answers its link as a line of text', async () => {
    await using server = await startServer(await place())
    const path = join(folder, 'Bericht für Ines.pdf')
    await writeFile(path, Buffer.concat([Buffer.from('%PDF-1.7\n'), content]))
    const link = await curl('-T', path, `${server.baseUrl}/api/put/`)
    assert.match(link, /^http\S+\/download\/[\w-]{22}\n$/)
    const { file } = await server.client.call('fileInfo', { params: { id: idOf(link) } })
    assert.deepEqual([file.filename, file.size], ['Bericht für Ines.pdf', content.length + 9])
    assert.equal((await contentOf(server, file.id)).length, file.size)
  })

  test('by curl to the address of the service answers its link, and a refusal as a sentence', async () => {
    await using server = await startServer({ ...(await place()), web: true })
    const path = join(folder, 'short address.txt')
    await writeFile(path, content)
    const link = await curl('-T', path, `${server.baseUrl}/`)
    const { file } = await server.client.call('fileInfo', { params: { id: idOf(link) } })
    assert.deepEqual([file.filename, file.size], ['short address.txt', content.length])
    const piped = await curl('-T', path, server.baseUrl)
    assert.match(piped, /^http\S+\/download\/[\w-]{22}\n$/)

    const status = ['-w', '%{http_code} %{content_type}']
    const program = join(folder, 'run.exe')
    await writeFile(program, 'MZ')
    for (const address of ['/', '/api/put/']) {
      const refused = await curl('-T', program, ...status, server.baseUrl + address)
      assert.match(refused, /^[A-Z][^{}\n]+ run\.exe\n422 text\/plain; charset=utf-8$/)
      const asked = ['-H', 'Accept: application/json']
      const json = await curl('-T', program, ...asked, server.baseUrl + address)
      assert.equal(JSON.parse(json).code, 'DANGEROUS_FILE_TYPE')
    }
    const wrong = await curl('-T', path, '-H', 'X-Download-Limit: 0', ...status, `${server.baseUrl}/`)
    assert.match(wrong, /^The header X-Download-Limit.*\n400 text\/plain/)
    for (const address of ['/', '/api'])
      assert.match(
        await curl('-X', 'PUT', '--data-binary', 'x', server.baseUrl + address),
        /^The name of the file is missing: send it to \/NAME\./,
      )
    const key = ['-H', `Authorization: Bearer rst_${'a'.repeat(43)}`]
    assert.match(await curl('-T', path, ...key, ...status, `${server.baseUrl}/`), /^[A-Z].*\n401 text/)
    assert.match(await curl(`${server.baseUrl}/short`), /^<!doctype html>/i)
  })

  test('by curl to an address without a name answers what is missing', async () => {
    await using server = await startServer(await place())
    const path = join(folder, 'a')
    await writeFile(path, content)
    for (const args of [
      ['-T', path],
      ['--upload-file', path, '-H', 'Content-Type: text/plain'],
    ]) {
      const answer = await curl(...args, '-w', '\\n%{http_code}', `${server.baseUrl}/api/put`)
      assert.match(answer, /^The name of the file is missing: .* \/api\/put\/\n\n404$/)
    }
    const form = await curl('-F', `file=@${path}`, `${server.baseUrl}/api/files/upload/`)
    assert.equal(JSON.parse(form).file.size, content.length)
  })

  test('takes expiry, password and limit from headers, and belongs to the holder of the key', async () => {
    await using server = await startServer(await place())
    const ada = await signUp(server)
    const { key } = await createKey(ada)
    const password = 'schöner Tag'
    const path = join(folder, 'plan.txt')
    await writeFile(path, content)
    const link = await curl(
      ...['-T', path, '-H', `Authorization: Bearer ${key}`, '-H', 'X-Expires-In: 1h'],
      ...['-H', `X-Password: ${password}`, '-H', 'X-Download-Limit: 2', `${server.baseUrl}/api/put/`],
    )
    const [file] = (await ada.client.call('ownFiles', { query: {} })).files
    assert.equal(file?.id, idOf(link))
    assert.equal(file.passwordProtected, true)
    const life = Date.parse(file.expiresAt) - Date.parse(file.uploadDate)
    assert.equal(life, 60 * 60_000)
    await assert.rejects(server.client.call('downloadTicket', { params: { id: file.id }, body: {} }), {
      code: 'PASSWORD_REQUIRED',
    })
    assert.deepEqual(await contentOf(server, file.id, password), content)
  })

  test('of any declared type is taken as it is, and checked as every other', async () => {
    await using server = await startServer(await place())
    for (const type of ['application/json', 'multipart/form-data; boundary=x', 'text/plain']) {
      const response = await put(server, 'notes.txt', '{"no": json', { 'content-type': type })
      const link = await response.text()
      assert.equal(response.status, 201, link)
      assert.match(response.headers.get('content-type') ?? '', /^text\/plain/)
      assert.match(response.headers.get('x-deletion-url') ?? '', /\/delete\//)
      assert.equal((await contentOf(server, idOf(link))).toString(), '{"no": json')
    }
    assert.equal(await codeOf(await put(server, 'run.exe', 'MZ'), 422), 'DANGEROUS_FILE_TYPE')
    const headers = [{ 'x-download-limit': '0' }, { 'x-expires-in': 'soon' }]
    for (const one of headers)
      assert.equal(await codeOf(await put(server, 'a.txt', 'x', one), 400), 'VALIDATION_ERROR')
    assert.equal(
      await codeOf(await fetch(`${server.baseUrl}/api/put/`, { method: 'PUT', body: 'x' }), 400),
      'VALIDATION_ERROR',
    )
    const blobs = await server.services.database.selectFrom('transfers').select('id').execute()
    assert.equal(blobs.length, 3)
  })
})
