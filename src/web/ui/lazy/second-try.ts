/** Milliseconds: a connection that broke, or a server that is starting, may be back by then. */
const pause = 500

/** Waits as long as makes sense between a try to fetch something and the second one. */
export function untilSecondTry(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, pause))
}
