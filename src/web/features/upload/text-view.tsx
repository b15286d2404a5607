import './text-view.css'
import { type ComponentProps, useEffect, useId, useRef } from 'react'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import type { OptionsPanel } from './options/options-panel.tsx'

type Panel = typeof OptionsPanel
type Props = Omit<ComponentProps<Panel>, 'suggestedTitle' | 'files' | 'blocked'> & {
  text: string
  /** The options, as the page has them already. */
  Panel: Panel
}

/** Bytes of UTF-8 that a text may have, and those left from which on they are shown. */
const most = 1024 * 1024
const near = 100 * 1024

/** A text to send in place of files, always sealed, with its options. It is kept nowhere but in this tab. */
export default function TextView({ text, Panel, ...rest }: Props) {
  const { config, options, onChange } = rest
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => field.current?.focus(), [])
  const left = most - new TextEncoder().encode(text).length
  const room = left < near ? t('sealing.textLeft', { size: formatSize(left) }) : t('sealing.textAbout')
  return (
    <>
      <h1 className="vh">{t('home.writeText')}</h1>
      <div className="compose has-go">
        <section className="box write" aria-label={t('sealing.text')}>
          <div className="bar-row between">
            <label htmlFor={id}>{t('sealing.yourText')}</label>
            <Button variant="quiet" onClick={() => onChange({ ...options, text: undefined })}>
              {t('sealing.filesInstead')}
            </Button>
          </div>
          <textarea
            id={id}
            ref={field}
            className="input"
            rows={12}
            value={text}
            aria-describedby={`${id}about`}
            onChange={(event) => onChange({ ...options, text: event.target.value })}
          />
          <p className="hint" id={`${id}about`}>
            {left < 0 ? t('sealing.textTooLong') : room}
          </p>
        </section>
        <Panel
          {...rest}
          // There is nothing to switch.
          config={{ ...config, endToEnd: { mode: 'off', allowed: false } }}
          suggestedTitle=""
          files={0}
          blocked={text.trim() === '' || left < 0}
        />
      </div>
    </>
  )
}
