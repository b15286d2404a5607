/**
 * Takes the bytes of one thing in order. A sink may hold on to a chunk until the returned promise, or a
 * later one, settles; the writer must not touch a chunk after handing it over.
 *
 * `write` returns a promise only when the writer should wait before it sends more, so that the fast path
 * costs no microtask. After `end` resolves everything is where the sink's maker promised. `abort` drops all
 * of it, may be called at any time, more than once, and never rejects.
 *
 * A failed sink rejects every later call with the first failure. No promise of `write` counts as unhandled when it is
 * dropped: `end` repeats the failure.
 */
export type ByteSink = {
  write(chunk: Uint8Array): Promise<void> | undefined
  end(): Promise<void>
  abort(): Promise<void>
}
