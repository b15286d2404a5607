import { DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import { Client } from 'pg'

/** Collects the text of every statement that this process sends to either database from now on, by a thread or itself. */
export function recordQueries(): { readonly texts: ReadonlySet<string>; stop(): void } {
  const texts = new Set<string>()
  const { prepare } = DatabaseSync.prototype
  const { query } = Client.prototype
  const { postMessage } = Worker.prototype
  DatabaseSync.prototype.prepare = function (text, ...rest) {
    texts.add(text)
    return prepare.call(this, text, ...rest)
  }
  Worker.prototype.postMessage = function (message: unknown, ...rest) {
    if (typeof message === 'object' && message !== null && 'sql' in message) texts.add(String(message.sql))
    return postMessage.call(this, message, ...rest)
  }
  Client.prototype.query = new Proxy(query, {
    apply(target, self, args: unknown[]) {
      const [first] = args
      const text = typeof first === 'object' && first !== null && 'text' in first ? first.text : first
      if (typeof text === 'string') texts.add(text)
      return Reflect.apply(target, self, args)
    },
  })
  return {
    texts,
    stop() {
      DatabaseSync.prototype.prepare = prepare
      Client.prototype.query = query
      Worker.prototype.postMessage = postMessage
    },
  }
}
