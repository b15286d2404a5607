import type { Failure } from '#server/platform/failure.ts'
import type { Services } from '#server/platform/services.ts'

/** Milliseconds between polls of the table while downloads run, on every instance: none outlives its link by a second. */
const pollIntervalMs = 500

/** The downloads that this instance sends at the moment. */
export type RunningDownloads = {
  /**
   * The signal aborts the download when its link is revoked, or its transfer deleted or disabled, on any instance, and `cut` for
   * another reason.
   */
  add(linkId: string): { readonly signal: AbortSignal; cut(reason: Failure): void; remove(): void }
}

/**
 * Watches the links of running downloads. One query asks for all of them, and only while there are any. The end of a
 * transfer by expiry, or by its last allowed download, cuts nothing.
 */
export function watchDownloads({ database, log }: Pick<Services, 'database' | 'log'>): RunningDownloads {
  const running = new Map<AbortController, string>()
  let timer: NodeJS.Timeout | undefined

  async function poll(): Promise<void> {
    const ids = [...new Set(running.values())]
    if (ids.length === 0) return
    const rows = await database
      .selectFrom('links')
      .innerJoin('transfers', 'transfers.id', 'links.transfer_id')
      .leftJoin('users', 'users.id', 'transfers.owner_id')
      .select('links.id')
      .where('links.id', 'in', ids)
      // guard: running download of a revoked link -> tests/long/http/cut-downloads.test.ts "its link is revoked"
      .where('links.revoked_at', 'is', null)
      .where('transfers.state', '!=', 'disabled')
      .where(({ eb, or }) =>
        or([eb('transfers.ended_as', 'is', null), eb('transfers.ended_as', '!=', 'deleted')]),
      )
      // guard: running download of a disabled account -> tests/long/http/cut-downloads.test.ts "account of its sender is disabled"
      .where(({ eb, or }) => or([eb('transfers.owner_id', 'is', null), eb('users.is_active', '=', 1)]))
      .execute()
    const live = new Set(rows.map(({ id }) => id))
    const asked = new Set(ids)
    for (const [controller, id] of running) if (asked.has(id) && !live.has(id)) controller.abort()
  }
  async function pollAndGoOn(): Promise<void> {
    try {
      await poll()
    } catch (error) {
      log.warn({ err: error }, 'running downloads could not be checked')
    }
    timer = undefined
    pollLater()
  }
  function pollLater() {
    if (timer || running.size === 0) return
    timer = setTimeout(() => void pollAndGoOn(), pollIntervalMs).unref()
  }
  return {
    add(linkId) {
      const controller = new AbortController()
      running.set(controller, linkId)
      pollLater()
      return {
        signal: controller.signal,
        cut(reason) {
          controller.abort(reason)
        },
        remove() {
          running.delete(controller)
        },
      }
    },
  }
}
