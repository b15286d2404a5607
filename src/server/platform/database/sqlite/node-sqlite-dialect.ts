import type { DatabaseSync } from 'node:sqlite'
import {
  type Dialect,
  type SelectModifierNode,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { prepareOn } from './prepared-statements.ts'
import { SqliteDriver } from './sqlite-driver.ts'

/**
 * Kysely's SQLite dialect on node:sqlite. Integers are bound as integers, rows are plain objects and bytes
 * are Uint8Array. `onDamage` is called whenever SQLite finds its file damaged.
 */
export function nodeSqliteDialect(connection: DatabaseSync, onDamage: () => void): Dialect {
  return {
    createDriver: () => new SqliteDriver(connection, prepareOn(connection), onDamage),
    createAdapter: () => new NodeSqliteAdapter(),
    createQueryCompiler: () => new NodeSqliteQueryCompiler(),
    createIntrospector: (database) => new SqliteIntrospector(database),
  }
}

/** The driver shares its one connection out by itself, and a migration is one transaction. */
class NodeSqliteAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
  override get supportsTransactionalDdl(): boolean {
    return true
  }
}

/** Leaves out locks of rows, which SQLite does not have: a transaction locks the whole file when it begins. */
class NodeSqliteQueryCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (node.modifier === 'Distinct') super.visitSelectModifier(node)
  }
}
