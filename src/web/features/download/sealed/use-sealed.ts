import { useCallback, useEffect, useRef, useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { fromBase64url } from '#end-to-end/format/base64url.ts'
import { bareKey, readLinkKey } from '#end-to-end/format/link-key.ts'
import { keyHashLength } from '#end-to-end/format/slot.ts'
import { dropSeed, heldSeed } from '#web/accounts/held-seed.ts'
import { t } from '#web/i18n/t.ts'
import { keepKnownKey } from '#web/transfers/request-keys/known-key.ts'
import { showToast } from '#web/ui/messages/toast.ts'
import { clockNow } from '#web/ui/time/clock.ts'
import { keepKey, keptKey } from './kept-key.ts'
import { type Given, openSealed } from './open-sealed.ts'
import { NotSaved } from './saving/place.ts'
import { saveSealed } from './saving/save-sealed.ts'
import { lengthOf, type ToSave } from './saving/to-save.ts'
import { type SealedProblem, type SealedState, sealedProblemOf } from './sealed-state.ts'

export type Sealed = SealedState & {
  /** Whether the server has seen the key, in an address that a mail filter wrote. */
  readonly keyWasSent: boolean
  readonly hasPassword: boolean
  /** Whether a visitor of a request sealed it for its owner, so that no link opens it. */
  readonly isForOwner: boolean
  /** Tries a key, with the password where there is one. */
  open(given: Given): Promise<void>
  /** Shows a problem that was met before there was anything to open it with. */
  refuse(problem: SealedProblem): void
  /** Asks for another key: with a password, the server can't tell which of them is wrong. */
  askForKey(): void
  save(toSave: ToSave): Promise<void>
  cancel(): void
  edited(): void
}

/** The key that a slot was made for, in hexadecimal. */
function keyHashOf(slotHead: string | undefined): string {
  const hash = fromBase64url(slotHead ?? '')?.subarray(2, 2 + keyHashLength) ?? new Uint8Array(0)
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** State of an end-to-end encrypted transfer on its page. It opens by itself unless a password is needed or opening counts. */
export function useSealed(file: FileInfo): Sealed {
  const kept = useRef(keptKey(file.id))
  const kind = fromBase64url(file.slotHead ?? '')?.[1]
  const [hasPassword, isForOwner] = [kind === 1, kind === 2]
  const [state, setState] = useState<SealedState>({
    key: kept.current && bareKey(kept.current.written),
    isOpening: false,
    opened: undefined,
    problem: undefined,
    saving: undefined,
  })
  const change = useCallback(
    (next: Partial<SealedState>) => setState((before) => ({ ...before, ...next })),
    [],
  )
  const leaving = useRef<AbortController>(undefined)
  useEffect(() => {
    const stop = new AbortController()
    leaving.current = stop
    return () => stop.abort()
  }, [])
  const running = useRef<AbortController>(undefined)
  const { id, size, slotHead } = file

  /** Opening by hand gives the key, and is not followed by opening by itself. */
  const tried = useRef(false)
  const open = useCallback(
    async (given: Given) => {
      tried.current = true
      const { key, password } = 'seed' in given ? { key: '', password: '' } : given
      change({ isOpening: true, problem: undefined })
      leaving.current ??= new AbortController()
      const { signal } = leaving.current
      try {
        if (hasPassword && password === '') {
          await readLinkKey(webPrimitives, key)
          return change({ key: bareKey(key), isOpening: false })
        }
        const opened = await openSealed({ id, size, slotHead }, given, signal)
        if ('seed' in given) {
          keepKnownKey(keyHashOf(slotHead))
          return change({ isOpening: false, opened })
        }
        keepKey(id, bareKey(key))
        change({ key: bareKey(key), isOpening: false, opened })
      } catch (error) {
        if (signal.aborted) return
        const problem = sealedProblemOf(error, { hasPassword, now: clockNow() })
        if ('seed' in given) dropSeed()
        const keyIsWrong = problem.kind === 'key' || problem.kind === 'other-key'
        change({ isOpening: false, problem, ...(keyIsWrong && { key: undefined }) })
      }
    },
    [id, size, slotHead, hasPassword, change],
  )

  const seed = isForOwner ? heldSeed() : undefined
  const opensByItself = (state.key !== undefined || seed) && !hasPassword && file.contents === 'listed'
  useEffect(() => {
    if (!opensByItself || tried.current) return
    void open(seed ? { seed } : { key: kept.current?.written ?? '', password: '' })
  }, [opensByItself, open, seed])

  useEffect(() => {
    if (state.saving?.step !== 'running') return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [state.saving?.step])

  async function save(toSave: ToSave): Promise<void> {
    const { opened } = state
    // One at a time, also while the browser asks where to save it.
    if (!opened || running.current) return
    const stop = new AbortController()
    running.current = stop
    const total = lengthOf(toSave)
    let bytes = 0
    let lost = false
    let leavesPart = false
    let isPlaced = false
    let shown = 0
    const show = () => {
      // A picture a frame is enough for eyes.
      if (performance.now() - shown < 100) return
      shown = performance.now()
      change({ saving: { step: 'running', bytes, total, lost } })
    }
    try {
      await saveSealed(toSave, opened, {
        signal: AbortSignal.any([stop.signal, ...(leaving.current ? [leaving.current.signal] : [])]),
        onPlace(next) {
          isPlaced = true
          leavesPart = next
          opened.onLost((isLost) => {
            lost = isLost
            change({ saving: { step: 'running', bytes, total, lost } })
          })
          // The browser's own list can't wait; what is written by this page can.
          opened.onGivenUp(() => {
            if (leavesPart) return undefined
            const { promise, resolve } = Promise.withResolvers<void>()
            change({ saving: { step: 'running', bytes, total, lost, goOn: resolve } })
            return promise.then(() => change({ saving: { step: 'running', bytes, total, lost } }))
          })
          change({ saving: { step: 'running', bytes, total, lost } })
        },
        onProgress(done) {
          bytes = done
          show()
        },
      })
      change({ saving: { step: 'done', total } })
      if (toSave.files.length === opened.bundle.manifest.files.length)
        // A count that was not told is told by the bytes that went out.
        opened.received().catch(() => {})
    } catch (error) {
      // A link of the app leads away without a question.
      if (leaving.current?.signal.aborted) {
        if (leavesPart) showToast('error', t('sealed.deleteIt'))
        return
      }
      const isEnded = stop.signal.aborted || error instanceof NotSaved
      if (isEnded && !isPlaced) return change({ saving: undefined })
      const problem: SealedProblem = isEnded
        ? { kind: 'ended' }
        : sealedProblemOf(error, { hasPassword, now: clockNow() })
      change({ saving: { step: 'failed', bytes, total, problem, leavesPart } })
    } finally {
      running.current = undefined
      // The line is used by previews, too.
      opened.onLost(() => {})
      opened.onGivenUp(() => undefined)
    }
  }

  return {
    ...state,
    keyWasSent: kept.current?.sent ?? false,
    hasPassword,
    isForOwner,
    open,
    refuse: (problem) => change({ problem }),
    askForKey: () => change({ key: undefined, problem: undefined }),
    save,
    cancel: () => running.current?.abort(),
    edited: () => change({ problem: undefined }),
  }
}
