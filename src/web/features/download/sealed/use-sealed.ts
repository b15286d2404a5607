import { useCallback, useEffect, useRef, useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import { webPrimitives } from '#end-to-end/drivers/web.ts'
import { fromBase64url } from '#end-to-end/format/base64url.ts'
import { readLinkKey } from '#end-to-end/format/link-key.ts'
import { clockNow } from '#web/ui/time/clock.ts'
import { keepKey, keptKey } from './kept-key.ts'
import { openSealed } from './open-sealed.ts'
import { NotSaved } from './save-by-worker.ts'
import { lengthOf, saveSealed, type ToSave } from './save-sealed.ts'
import { bareKey, type SealedState, sealedProblemOf } from './sealed-state.ts'

export type Sealed = SealedState & {
  /** Whether the server has seen the key, in an address that a mail filter wrote. */
  readonly keyWasSent: boolean
  readonly hasPassword: boolean
  /** Tries a key, with the password where there is one. */
  open(given: { key: string; password: string }): Promise<void>
  save(toSave: ToSave): Promise<void>
  cancel(): void
  edited(): void
}

/** State of an end-to-end encrypted transfer on its page. It opens by itself unless a password is needed or opening counts. */
export function useSealed(file: FileInfo): Sealed {
  const kept = useRef(keptKey(file.id))
  const hasPassword = fromBase64url(file.slotHead ?? '')?.[1] === 1
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

  const open = useCallback(
    async ({ key, password }: { key: string; password: string }) => {
      change({ isOpening: true, problem: undefined })
      leaving.current ??= new AbortController()
      const { signal } = leaving.current
      try {
        if (hasPassword && password === '') {
          await readLinkKey(webPrimitives, key)
          return change({ key: bareKey(key), isOpening: false })
        }
        const opened = await openSealed({ id, size, slotHead }, { key, password }, signal)
        keepKey(id, bareKey(key))
        change({ key: bareKey(key), isOpening: false, opened })
      } catch (error) {
        if (signal.aborted) return
        const problem = sealedProblemOf(error, { key, hasPassword, now: clockNow() })
        const keyIsWrong = ['key-incomplete', 'key-mistyped', 'other-key'].includes(problem.kind)
        change({ isOpening: false, problem, ...(keyIsWrong && { key: undefined }) })
      }
    },
    [id, size, slotHead, hasPassword, change],
  )

  const opensByItself = state.key !== undefined && !hasPassword && file.contents === 'listed'
  const tried = useRef(false)
  useEffect(() => {
    if (!opensByItself || tried.current) return
    tried.current = true
    void open({ key: kept.current?.written ?? '', password: '' })
  }, [opensByItself, open])

  useEffect(() => {
    if (state.saving?.step !== 'running') return undefined
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [state.saving?.step])

  async function save(toSave: ToSave): Promise<void> {
    const { opened } = state
    if (!opened) return
    const stop = new AbortController()
    running.current = stop
    const total = lengthOf(toSave)
    let bytes = 0
    let lost = false
    let shown = 0
    const show = () => {
      // A picture a frame is enough for eyes.
      if (performance.now() - shown < 100) return
      shown = performance.now()
      change({ saving: { step: 'running', bytes, total, lost } })
    }
    opened.onLost((next) => {
      lost = next
      change({ saving: { step: 'running', bytes, total, lost } })
    })
    try {
      await saveSealed(toSave, opened, {
        signal: AbortSignal.any([stop.signal, ...(leaving.current ? [leaving.current.signal] : [])]),
        onProgress(done) {
          bytes = done
          show()
        },
      })
      change({ saving: { step: 'done', total } })
      if (toSave.files.length === opened.bundle.manifest.files.length)
        // A count that was not told is told by the bytes that went out.
        await opened.received().catch(() => {})
    } catch (error) {
      if (stop.signal.aborted || error instanceof NotSaved) return change({ saving: undefined })
      const problem = sealedProblemOf(error, { key: state.key ?? '', hasPassword, now: clockNow() })
      change({ saving: { step: 'failed', bytes, total, problem } })
    }
  }

  return {
    ...state,
    keyWasSent: kept.current?.sent ?? false,
    hasPassword,
    open,
    save,
    cancel: () => running.current?.abort(),
    edited: () => change({ problem: undefined }),
  }
}
