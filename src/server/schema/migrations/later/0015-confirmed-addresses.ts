import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../../engine.ts'
import { index, schemaFor } from '../rows/schema-for.ts'

/** From which networks an address was confirmed by a code lately. */
export function createConfirmedAddresses(engine: Engine): Migration {
  const { integer, bytes, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'confirmed_addresses')
        .addColumn('address_hash', bytes, (column) => column.notNull())
        .addColumn('network_hash', bytes, (column) => column.notNull())
        .addColumn('confirmed_at', integer, (column) => column.notNull())
        .addPrimaryKeyConstraint('confirmed_addresses_pk', ['address_hash', 'network_hash'])
        .execute()
      await index(database, 'confirmed_addresses', ['confirmed_at'])
    },
  }
}
