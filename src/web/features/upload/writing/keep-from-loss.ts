import type { TransferOptions } from '#web/transfers/engine/transfer-options.ts'
import { transfers } from '#web/transfers/store/store.ts'

/** Whether there is a text to be sent. */
export function isWritten({ text = '' }: Pick<TransferOptions, 'text'>): boolean {
  return text.trim() !== ''
}

/**
 * Has the browser ask before this tab is left for good with a text that was typed and not sent, whichever page of the app is
 * shown then: it lives in this tab alone.
 */
export function keepFromLoss(): void {
  watch()
  transfers.subscribe(watch)
}

function watch(): void {
  const { options, transfer } = transfers.read()
  const isLost = transfer.step === 'selecting' && options !== undefined && isWritten(options)
  if (isLost) addEventListener('beforeunload', ask)
  else removeEventListener('beforeunload', ask)
}

function ask(event: BeforeUnloadEvent): void {
  event.preventDefault()
}
