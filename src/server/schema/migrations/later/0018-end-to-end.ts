import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { schemaFor } from '../rows/schema-for.ts'

/** Slots that senders made in their browsers. Each goes with the server's own slot of its transfer, and with its tickets. */
export function createEndToEndSlots(engine: Engine): Migration {
  const { bytes, text, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'end_to_end_slots')
        .addColumn('slot_id', text, (column) =>
          column.primaryKey().notNull().references('slots.id').onDelete('cascade'),
        )
        .addColumn('sealed', bytes, (column) => column.notNull())
        .addColumn('proof_hash', bytes, (column) => column.notNull())
        .execute()
    },
  }
}
