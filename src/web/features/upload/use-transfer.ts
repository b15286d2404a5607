import { type Dispatch, useEffect, useRef } from 'react'
import { t } from '../../i18n/t.ts'
import { uploadErrorText } from './error-text.ts'
import { type Selection, sumOf } from './selection.ts'
import type { TransferOptions } from './transfer-options.ts'
import type { TransferEvent } from './transfer-state.ts'
import { uploadTransfer } from './upload-transfer.ts'

/** Runs one upload at a time and tells `dispatch` how it goes. Leaving the page asks first, and ends it. */
export function useTransfer(dispatch: Dispatch<TransferEvent>) {
  const running = useRef<AbortController>(null)

  useEffect(() => {
    function warn(event: BeforeUnloadEvent) {
      if (running.current) event.preventDefault()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      window.removeEventListener('beforeunload', warn)
      running.current?.abort()
    }
  }, [])

  async function start(
    selection: Selection,
    options: TransferOptions,
    uploadOrigin: string | null,
  ): Promise<void> {
    const stop = new AbortController()
    running.current = stop
    const { files, size } = sumOf(selection)
    dispatch({ type: 'started', total: size, files, now: performance.now() })
    try {
      const reply = await uploadTransfer(selection, options, {
        baseUrl: uploadOrigin ?? '',
        signal: stop.signal,
        onProgress: (sent, total) => dispatch({ type: 'progressed', sent, total, now: performance.now() }),
      })
      dispatch({ type: 'finished', reply, options, now: Date.now() })
    } catch (error) {
      const { key, values } = uploadErrorText(error)
      dispatch({ type: 'failed', problem: stop.signal.aborted ? '' : t(key, values) })
    } finally {
      running.current = null
    }
  }
  return { start, cancel: () => running.current?.abort() }
}
