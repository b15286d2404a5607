import { useEffect, useState } from 'react'
import type { Stopped } from '../engine/resumable/ask-stopped.ts'
import type { Selection } from '../selection/selection.ts'

type Offer = {
  stopped: Stopped | undefined
  /** Throws the upload away. */
  forget: () => void
}

type Answer = { selection: Selection; stopped: Stopped | undefined }

/**
 * The upload of this selection that stopped, in this tab or another, if it can be gone on with. Asked whenever the
 * selection changes or `asking` turns on. `scope`: where it goes, if not among the transfers of the person at this browser.
 */
export function useStopped(selection: Selection, asking: boolean, scope = ''): Offer {
  const [answer, setAnswer] = useState<Answer>({ selection, stopped: undefined })
  useEffect(() => {
    if (!asking) return undefined
    let current = true
    // Failures are ignored: without an answer there is nothing to offer.
    import('../engine/resumable/ask-stopped.ts')
      .then(({ askStopped }) => askStopped(selection, scope))
      .then((stopped) => current && setAnswer({ selection, stopped }))
      .catch(() => {})
    return () => {
      current = false
    }
  }, [selection, asking, scope])
  const stopped = asking && answer.selection === selection ? answer.stopped : undefined
  return {
    stopped,
    forget() {
      stopped?.discard()
      setAnswer({ selection, stopped: undefined })
    },
  }
}
