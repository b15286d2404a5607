/**
 * Takes the bytes of one thing in order. A sink may hold on to a piece until the returned promise, or a
 * later one, settles; the writer must not touch a piece after handing it over.
 *
 * `write` returns a promise only when the writer should wait before it sends more, so that the fast path
 * costs no microtask. After `end` resolves everything is where the sink's maker promised. `abort` drops all
 * of it, may be called at any time, more than once, and never rejects.
 */
export type ByteSink = {
  write(piece: Uint8Array): Promise<void> | undefined
  end(): Promise<void>
  abort(): Promise<void>
}
