import type { Kysely } from 'kysely'
import type { Tables } from './tables/tables.ts'

export type Database = Kysely<Tables>

export type * from './tables/tables.ts'
