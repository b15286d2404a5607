import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Damages the SQLite file of a server that is stopped as a bad disk can: a query that looks in one of these indexes finds no
 * row there any more, and no error says so.
 */
export function hideRows(dataDir: string, indexes: readonly string[]): void {
  const connection = new DatabaseSync(join(dataDir, 'restante.sqlite'))
  connection.enableDefensive(false)
  connection.exec('create table empty (id text primary key)')
  const page = "(select rootpage from sqlite_master where name = 'sqlite_autoindex_empty_1')"
  connection.exec('pragma writable_schema = on')
  const change = connection.prepare(`update sqlite_master set rootpage = ${page} where name = ?`)
  for (const index of indexes)
    if (change.run(index).changes !== 1) throw new Error(`there is no index ${index}`)
  connection.close()
}
