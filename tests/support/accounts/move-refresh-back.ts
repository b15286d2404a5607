import type { TestServer } from '#tests/support/server/server.ts'

/**
 * Lets the latest refresh of every session lie so much longer back, in milliseconds. Its minute goes by the clock that instances
 * share, which no test moves on PostgreSQL.
 */
export async function moveRefreshBack({ services }: TestServer, milliseconds: number): Promise<void> {
  await services.database
    .updateTable('sessions')
    .set(({ eb }) => ({ rotated_at: eb('rotated_at', '-', milliseconds) }))
    .execute()
}
