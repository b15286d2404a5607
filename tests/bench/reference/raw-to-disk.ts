import { createReadStream, createWriteStream, statSync } from 'node:fs'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'

/** The reference where there is no nginx: PUT writes a body to a file, GET sends it. Nothing else. */
const [, , folder = '.', port = '0'] = process.argv

createServer(async (request, response) => {
  const path = join(folder, request.url === '/' ? 'none' : 'reference.bin')
  if (request.method === 'PUT') await pipeline(request, createWriteStream(path, { highWaterMark: 1 << 20 }))
  const size = request.method === 'GET' ? statSync(path, { throwIfNoEntry: false })?.size : 0
  response.writeHead(size === undefined ? 404 : 200, { 'content-length': size ?? 0 })
  if (size) await pipeline(createReadStream(path, { highWaterMark: 1 << 20 }), response)
  else response.end()
}).listen(Number(port), '127.0.0.1')
