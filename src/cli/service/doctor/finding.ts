/** `note`: nothing to mend, but worth knowing. `stops`: the server does not start with it. */
export type Finding = {
  readonly part: string
  readonly state: 'ok' | 'note' | 'mend' | 'stops'
  /** One sentence: the state and, unless it is ok, the thing to do. No secrets. */
  readonly text: string
}

export type State = Finding['state']

/** Milliseconds that one part may take. */
const patience = 20_000

/**
 * Looks at a part. An error is a finding, too: its message names the reason, and `advice` the thing to do.
 * @param failed state of a part that throws
 */
export async function checkPart(
  part: string,
  look: () => Promise<readonly [State, string]>,
  { failed, advice }: { readonly failed: State; readonly advice: string },
): Promise<Finding> {
  const limit = Promise.withResolvers<readonly [State, string]>()
  const timer = setTimeout(
    () => limit.reject(new Error(`It did not answer within ${patience / 1000} s.`)),
    patience,
  )
  try {
    const [state, text] = await Promise.race([look(), limit.promise])
    return { part, state, text }
  } catch (error) {
    return { part, state: failed, text: `${asSentence(error)} ${advice}`.trim() }
  } finally {
    clearTimeout(timer)
  }
}

function asSentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  const line = message.split('\n')[0]?.trim() ?? ''
  const begun = line.charAt(0).toUpperCase() + line.slice(1)
  return /[.!?]$/.test(begun) ? begun : `${begun}.`
}
