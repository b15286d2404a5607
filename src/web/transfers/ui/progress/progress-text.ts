import type { ServiceConfig } from '#contract/service.ts'
import { type UploadStep, uploadSteps } from '#contract/transfers/upload-steps.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { secondsLeft } from '../../engine/state/transfer-pace.ts'
import type { RunningTransfer } from '../../engine/state/transfer-state.ts'

type StepRow = { readonly key: TextKey; readonly state: 'done' | 'now' | 'next' }

type Step = readonly [step: UploadStep, key: TextKey]

const single: readonly Step[] = [
  ['receiving', 'step.uploading'],
  ['scanning', 'step.scanning'],
  ['encrypting', 'step.encrypting'],
  ['storing', 'step.storing'],
  ['finalizing', 'step.finalizing'],
]
const several: readonly Step[] = [
  ['receiving', 'step.uploading'],
  ['validating', 'step.validating'],
  ['scanning', 'step.scanningSeveral'],
  ['compressing', 'step.compressing'],
  ['encrypting', 'step.encryptingSeveral'],
  ['storing', 'step.storing'],
  ['finalizing', 'step.finalizing'],
]

/**
 * The steps of an upload, and how far it is. After the last byte the server says what it is at; until it does, no
 * step is claimed.
 * @param scanner what this server checks files with; only clamd scans for viruses
 */
export function stepRows(
  { packed, arrived, reported }: Pick<RunningTransfer, 'packed' | 'arrived' | 'reported'>,
  scanner: ServiceConfig['scanner'],
): StepRow[] {
  const steps = (packed ? several : single).filter(([step]) => scanner !== 'off' || step !== 'scanning')
  const reached = arrived && reported ? uploadSteps.indexOf(reported) : arrived ? 1 : 0
  const now = arrived && !reported ? undefined : steps.find(([step]) => uploadSteps.indexOf(step) >= reached)
  return steps.map(([step, name]) => {
    const key = step === 'scanning' && scanner === 'built-in' ? 'step.checking' : name
    if (step === now?.[0]) return { key, state: 'now' }
    return { key, state: uploadSteps.indexOf(step) < reached ? 'done' : 'next' }
  })
}

/** Remaining time of an upload, or why it is unknown. */
export function timeLeftText({ pace, arrived, paused, lost }: RunningTransfer): string {
  if (arrived) return t('upload.arrived')
  if (paused) return t('upload.paused')
  if (lost) return t('upload.waiting')
  const seconds = secondsLeft(pace)
  if (seconds === undefined) return t('upload.estimating')
  if (seconds < 60) return t('upload.secondsLeft', { seconds })
  return t('upload.minutesLeft', { minutes: Math.ceil(seconds / 60) })
}
