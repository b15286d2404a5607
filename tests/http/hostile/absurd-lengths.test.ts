import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { after, test } from 'node:test'
import { startServer } from '#tests/support/server/server.ts'
import { sendTransfer } from '#tests/support/transfers/managed-transfers.ts'
import { sendCreation } from '#tests/support/transfers/resumable-uploads.ts'
import { codeOf } from '#tests/support/transfers/transfers.ts'

const server = await startServer()
after(() => server[Symbol.asyncDispose]())
const { ref, token } = await sendTransfer(server, Buffer.from('a file'))

const form = 'Content-Type: multipart/form-data; boundary=XX'
const waysIn = [
  ['a form', 'POST /api/files/upload', form],
  ['a form of several files', 'POST /api/files/upload-multiple', form],
  ['a stream', 'POST /api/files/upload-stream', form],
  ['a PUT', 'PUT /api/put/a.bin', 'X-A: b'],
  ['a file that is added', `POST /api/transfers/${ref}/files`, `${form}\r\nX-Manage-Token: ${token}`],
]

/** First answer to a head that no body follows. */
async function answerTo(head: string, headers: string, length: string): Promise<string> {
  const { hostname, port } = new URL(server.baseUrl)
  const socket = connect(Number(port), hostname)
  socket.setEncoding('utf8')
  socket.write(`${head} HTTP/1.1\r\nHost: x\r\n${headers}\r\nContent-Length: ${length}\r\n\r\n`)
  const [answer] = await once(socket, 'data')
  socket.destroy()
  return answer
}

for (const [what = '', head = '', headers = ''] of waysIn)
  test(`an absurd length of ${what} is refused at once`, async () => {
    for (const length of ['9007199254740991', '900000000000000'])
      assert.match(
        await answerTo(head, headers, length),
        /^HTTP\/1\.1 413 .*"code":"(FILE|TRANSFER)_TOO_LARGE"/s,
      )
    for (const length of ['-1', '1e9', '0x10', '18446744073709551616'])
      assert.match(await answerTo(head, headers, length), /^HTTP\/1\.1 4(00|13) /)
  })

test('an absurd length of a resumable upload is refused at once', async () => {
  for (const length of [900_000_000_000_000, Number.MAX_SAFE_INTEGER, 2 ** 64 - 1])
    assert.equal(
      await codeOf(await sendCreation(server, 0, {}, {}, BigInt(length).toString()), 413),
      'FILE_TOO_LARGE',
    )
  for (const length of ['-1', '1e9', '0x10', ''])
    await codeOf(await sendCreation(server, 0, {}, {}, length), 400)
})
