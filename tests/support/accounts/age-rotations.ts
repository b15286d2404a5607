import type { TestServer } from '../server/server.ts'

/**
 * Moves the latest refresh of every session back. The minute in which its token may be sent again goes by the clock that
 * instances share, which no test moves on PostgreSQL.
 */
export async function ageRotations({ services }: TestServer, milliseconds: number): Promise<void> {
  await services.database
    .updateTable('sessions')
    .set(({ eb }) => ({ rotated_at: eb('rotated_at', '-', milliseconds) }))
    .execute()
}
