import type { Kysely } from 'kysely'
import type { Tables } from '../../schema/tables/tables.ts'

export type Database = Kysely<Tables>

export type * from '../../schema/tables/tables.ts'
