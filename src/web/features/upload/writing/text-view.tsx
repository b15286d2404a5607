import './text-view.css'
import { type ComponentProps, useEffect, useId, useRef, useState } from 'react'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import type { TransferOptions } from '#web/transfers/engine/transfer-options.ts'
import { transfers } from '#web/transfers/store/store.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import { OptionsPanel } from '../options/options-panel.tsx'
import { TextFields } from './text-fields.tsx'

/** The question before the text is put away, fetched when it is first asked. */
const ConfirmDialog = lazyPart(async () => ({
  default: (await import('#web/ui/dialogs/confirm-dialog.tsx')).ConfirmDialog,
}))

type Props = {
  panel: Omit<ComponentProps<typeof OptionsPanel>, 'Fields'>
  /** Goes back to where files are picked; the text is gone then. */
  onFiles: () => void
}

/** Bytes of UTF-8 that a text may have, and those left from which on they are shown. */
const maxBytes = 1024 * 1024
const warnBelow = 100 * 1024

/** A text to send in place of files, always sealed, with its options. It is kept nowhere but in this tab. */
export default function TextView({ panel, onFiles }: Props) {
  const { options, onChange } = panel
  const { text = '' } = options
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [asked, setAsked] = useState(false)
  useEffect(keepFromLoss, [])
  useEffect(() => {
    if (!panel.cameBack) field.current?.focus()
  }, [panel.cameBack])
  const left = maxBytes - new TextEncoder().encode(text).length
  const room = left < warnBelow ? t('sealing.textLeft', { size: formatSize(left) }) : t('sealing.textAbout')
  return (
    <>
      <h1 className="vh">{t('home.writing')}</h1>
      <div className="compose has-go">
        <section className="box write" aria-label={t('sealing.text')}>
          <div className="write-head">
            <label htmlFor={id}>{t('sealing.yourText')}</label>
            <Button variant="link" onClick={isWritten(options) ? () => setAsked(true) : onFiles}>
              {t('sealing.filesInstead')}
            </Button>
          </div>
          <div className="write-sheet">
            <textarea
              id={id}
              ref={field}
              value={text}
              aria-invalid={left < 0}
              aria-describedby={`${id}about`}
              onChange={(event) => onChange({ ...options, text: event.target.value })}
            />
          </div>
          <span className="slot" aria-hidden="true" />
          <p
            className={left < 0 ? 'hint-bad' : 'hint'}
            id={`${id}about`}
            role={left < 0 ? 'alert' : undefined}
          >
            {left < 0 ? t('sealing.textTooLong') : room}
          </p>
        </section>
        <OptionsPanel {...panel} Fields={TextFields} blocked={!isWritten(options) || left < 0} />
      </div>
      {asked && (
        <ConfirmDialog
          title={t('sealing.discardTitle')}
          text={t('sealing.discardText')}
          action={t('sealing.discard')}
          busyAction={t('sealing.discard')}
          onConfirm={async () => void onFiles()}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  )
}

/** Whether there is a text to be sent. */
function isWritten({ text = '' }: Pick<TransferOptions, 'text'>): boolean {
  return text.trim() !== ''
}

/**
 * Has the browser ask before this tab is left for good with a text that was typed and not sent, whichever page of the app is
 * shown then: it lives in this tab alone.
 */
function keepFromLoss(): void {
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
