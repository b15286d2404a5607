import { type Dispatch, useEffect, useRef } from 'react'
import { ApiError } from '#client/api-error.ts'
import { followSteps, newStepsToken } from '#client/follow-steps.ts'
import type { UploadReply } from '#contract/files.ts'
import type { ServiceConfig } from '#contract/service.ts'
import type { UploadStep } from '#contract/upload-steps.ts'
import { noteRefusedToken } from '../../accounts/fresh-token.ts'
import { Cancelled } from '../../transfers/engine/cancelled.ts'
import { keepAwake } from '../../transfers/engine/keep-awake.ts'
import { reasonOf } from '../../transfers/engine/reason-of.ts'
import { askFacts, factsOf, type SentFacts } from '../../transfers/engine/sent-facts.ts'
import type { StoppedUpload } from '../../transfers/engine/stopped-uploads.ts'
import type { TransferOptions } from '../../transfers/engine/transfer-options.ts'
import { partsOf } from '../../transfers/engine/transfer-parts.ts'
import type { TransferEvent } from '../../transfers/engine/transfer-state.ts'
import type { TransferWatch } from '../../transfers/engine/transfer-watch.ts'
import { uploadTransfer } from '../../transfers/engine/upload-transfer.ts'
import { uploadWay } from '../../transfers/engine/upload-way.ts'
import { isPacked, type Selection, sumOf } from '../../transfers/selection/selection.ts'
import { uploadErrorText } from '../../transfers/ui/error-text.ts'
import { askBeforeLeaving } from './ask-before-leaving.ts'

type Work = (watch: TransferWatch) => Promise<{ reply: UploadReply; facts: SentFacts | undefined }>

/** Runs one upload at a time and tells `dispatch` how it goes. Leaving the page asks first, and ends it. */
export function useTransfer(dispatch: Dispatch<TransferEvent>, config: ServiceConfig) {
  const running = useRef<AbortController>(null)

  useEffect(() => {
    const stopAsking = askBeforeLeaving(() => running.current !== null)
    return () => {
      stopAsking()
      running.current?.abort()
    }
  }, [])

  async function run(selection: Selection, baseUrl: string, work: Work): Promise<void> {
    const stop = new AbortController()
    running.current = stop
    const { files, size } = sumOf(selection)
    dispatch({ type: 'started', total: size, files, packed: isPacked(selection), now: performance.now() })
    const sleep = keepAwake()
    const stepsToken = newStepsToken()
    let unfollow: (() => void) | undefined
    function onProgress(sent: number, total: number) {
      dispatch({ type: 'progressed', sent, total, now: performance.now() })
      if (sent >= total) unfollow ??= followSteps(baseUrl, stepsToken, onStep)
    }
    const onStep = (step: UploadStep) => dispatch({ type: 'told', step })
    const onLost = () => dispatch({ type: 'lost' })
    try {
      const done = await work({ onProgress, onLost, stepsToken, signal: stop.signal })
      dispatch({ type: 'finished', ...done, now: Date.now() })
    } catch (error) {
      const { aborted } = stop.signal
      const reason = aborted ? error : await reasonOf(error, selection)
      if (isRefusedToken(reason)) noteRefusedToken().catch(() => {})
      dispatch({ type: 'failed', problem: aborted ? '' : uploadErrorText(reason, Date.now()) })
    } finally {
      unfollow?.()
      sleep()
      running.current = null
    }
  }

  return {
    start(selection: Selection, options: TransferOptions): Promise<void> {
      return run(selection, uploadWay(sumOf(selection), config).baseUrl, async (watch) => ({
        reply: await uploadTransfer(selection, options, config, watch),
        facts: factsOf(options),
      }))
    },
    /** Goes on with an upload of this selection, with the options that it began with. */
    resume(selection: Selection, stopped: StoppedUpload, options: TransferOptions): Promise<void> {
      return run(selection, stopped.baseUrl, async (watch) => {
        const { resumeUpload } = await import('../../transfers/engine/upload-resumably.ts')
        const reply = await resumeUpload(partsOf(selection, options), stopped, watch)
        return { reply, facts: await askFacts(reply.file.id) }
      })
    },
    cancel: () => running.current?.abort(new Cancelled()),
  }
}

function isRefusedToken(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'INVALID_TOKEN'
}
