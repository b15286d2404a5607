/** Hands events to their subscribers; see docs/decisions/0011-events.md. */
export type Dispatcher = {
  /** Handles what was appended and committed, while the caller goes on. */
  wake(): void
  /** Handles every event that is due; resolves when there is none, or soon after `stopping` is aborted. */
  run(stopping?: AbortSignal): Promise<void>
}
