import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { Transform } from 'node:stream'

/**
 * A line between browser and server that can be cut, and laid to another server. With `cutAfter` it cuts every connection by
 * itself after that many bytes, in both directions together; `pace` is in bytes per second, for each connection and direction.
 */
export async function openRelay({
  cutAfter = Number.POSITIVE_INFINITY,
  pace = Number.POSITIVE_INFINITY,
} = {}) {
  const sockets = new Set<Socket>()
  let port = 0
  let cuts = 0
  let held = Number.POSITIVE_INFINITY
  const goOn = new Set<() => void>()
  const relay = createServer((near) => {
    const far = connect(port, '127.0.0.1')
    let carried = 0
    function count(chunk: Uint8Array) {
      carried += chunk.length
      if (carried < cutAfter || near.destroyed) return
      cuts += 1
      near.resetAndDestroy()
    }
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => {
        near.destroy()
        far.destroy()
      })
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('close', () => far.destroy())
    near.pipe(lineOf(pace)).pipe(far)
    const back = lineOf(pace)
    far.pipe(back).pipe(near)
    // Lets through what the server has sent before it closed: on a line with a pace it is still under way.
    back.on('end', () => near.destroySoon())
    near.on('data', count)
    far.on('data', count)
    far.on('data', () => {
      if (carried < held) return
      far.unpipe(back)
      far.pause()
      goOn.add(() => far.pipe(back))
    })
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const address = relay.address()
  if (!address || typeof address === 'string') throw new Error('the relay has no port')
  return {
    origin: `http://127.0.0.1:${address.port}`,
    leadTo(baseUrl: string) {
      port = Number(new URL(baseUrl).port)
    },
    /** How many connections it has cut by itself. */
    cuts: () => cuts,
    /** Holds back what the server answers behind that many bytes of each connection, until it is let go. */
    hold(after: number) {
      held = after
    },
    letGo() {
      held = Number.POSITIVE_INFINITY
      for (const resume of goOn) resume()
      goOn.clear()
    },
    /** Resets every connection; new ones come through again. */
    cut() {
      for (const socket of sockets) socket.resetAndDestroy()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await once(relay.close(), 'close')
    },
  }
}

/** Lets bytes through, at a pace if there is one. */
function lineOf(pace: number): Transform {
  return new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      if (pace === Number.POSITIVE_INFINITY) return done(null, chunk)
      setTimeout(done, (chunk.length / pace) * 1000, null, chunk)
    },
  })
}
