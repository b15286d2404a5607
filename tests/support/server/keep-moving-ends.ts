/**
 * Moves the ends of transfers at random until it is killed, and says on standard output what it begins and what is done:
 * `begun REFERENCE END` and `done REFERENCE END`. With the moment `before-commit` it dies by SIGKILL inside a transaction,
 * after the life key was sealed again. Run as a process of its own, configured like a server:
 * `keep-moving-ends.ts MOMENT REFERENCE...`.
 */
import { randomInt } from 'node:crypto'
import { writeSync } from 'node:fs'
import { type KyselyPlugin, TableNode, UpdateQueryNode } from 'kysely'
import pino from 'pino'
import { openServices } from '#server/app/services.ts'
import { readProcessConfig } from '#server/config/config.ts'
import { moveEndTo } from '#tests/support/transfers/move-end-to.ts'

const HOUR = 60 * 60_000
const [moment, ...references] = process.argv.slice(2)

/** The tickets are shortened after the life key was sealed again, and before the commit. */
const killer: KyselyPlugin = {
  transformQuery({ node }) {
    if (moment === 'before-commit' && UpdateQueryNode.is(node) && node.table && TableNode.is(node.table)) {
      const isReservations = node.table.table.identifier.name === 'reservations'
      if (isReservations && randomInt(10) === 0) process.kill(process.pid, 'SIGKILL')
    }
    return node
  },
  transformResult: async ({ result }) => result,
}

const services = await openServices(readProcessConfig(), pino({ level: 'silent' }), { now: Date.now })
const database = services.database.withPlugin(killer)
for (;;) {
  const reference = references[randomInt(references.length)] ?? ''
  const end = Date.now() + randomInt(1, 60 * 24) * HOUR
  writeSync(1, `begun ${reference} ${end}\n`)
  await moveEndTo({ ...services, database }, reference, end)
  writeSync(1, `done ${reference} ${end}\n`)
}
