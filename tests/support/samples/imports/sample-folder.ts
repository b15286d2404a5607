import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'

export type Columns = Record<string, SQLInputValue>

/**
 * A folder of another service with its database, which is gone when the test has ended.
 * @param relative path of the database in it
 */
export async function makeSampleFolder(service: string, relative: string, schema: string) {
  const folder = await mkdtemp(join(tmpdir(), `restante-${service}-`))
  const path = join(folder, relative)
  await mkdir(dirname(path), { recursive: true })
  const database = new DatabaseSync(path)
  database.exec(schema)
  return {
    folder,
    path,
    database,
    insert(table: string, columns: Columns): void {
      const names = Object.keys(columns).map((name) => `"${name}"`)
      database
        .prepare(`insert into "${table}" (${names.join()}) values (${names.map(() => '?').join()})`)
        .run(...Object.values(columns))
    },
    async [Symbol.asyncDispose]() {
      if (database.isOpen) database.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
