import { type Ref, useEffect, useId, useRef } from 'react'
import { t, textWith } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FieldError } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { Link } from '#web/ui/page/link.tsx'

type Props = {
  /** Text of the button, and whether it is one that makes a link of a text. */
  text: string
  isText: boolean
  /** Problems of the selection or the last attempt. */
  problems: readonly string[]
  /** Consequence of the options that the sender may not expect; empty for none. */
  warning: string
  /** The options in one line, with a button that changes them; empty where they are seen anyway. */
  summary: string
  /** Whether sending accepts the terms, which the bar then says. */
  asksTerms: boolean
  /** The selection cannot be sent as it is. */
  blocked: boolean
  /** Whether an upload ended here without a link; the bar then takes the focus. */
  cameBack: boolean
  onOptions: () => void
}

/** The button that sends it all, and why that has not worked. */
export function SendBar({
  text,
  isText,
  problems,
  warning,
  summary,
  asksTerms,
  blocked,
  cameBack,
  onOptions,
}: Props) {
  const id = useId()
  const alert = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (cameBack) (alert.current ?? button.current)?.focus()
  }, [cameBack])
  const described = [warning && `${id}-warning`, summary && `${id}-summary`, asksTerms && `${id}-terms`]
  return (
    <div className="go">
      <Problems texts={problems} ref={alert} />
      {warning && (
        <p className="note note-warn" id={`${id}-warning`} role="status">
          <Icon name="lock" />
          <span>{warning}</span>
        </p>
      )}
      {summary && (
        <p className="sumline">
          <span id={`${id}-summary`}>{summary}</span>
          <Button
            variant="quiet"
            className="small"
            aria-label={t('options.changeLong')}
            aria-haspopup="dialog"
            onClick={onOptions}
          >
            {t('options.change')}
          </Button>
        </p>
      )}
      <Button
        ref={button}
        variant="primary"
        large
        wide
        type="submit"
        disabled={blocked}
        aria-describedby={described.filter(Boolean).join(' ') || undefined}
      >
        {isText ? <PanelIcon name="link" /> : <Icon name="upload" />}
        {text}
      </Button>
      {asksTerms && (
        <p className="hint" id={`${id}-terms`}>
          {textWith('upload.acceptTerms', { terms: <Link to={paths.terms}>{t('upload.theTerms')}</Link> })}
        </p>
      )}
    </div>
  )
}

/** Problems, each a sentence or more; announced to screen readers at once. */
export function Problems({ texts, ref }: { texts: readonly string[]; ref?: Ref<HTMLDivElement> }) {
  if (texts.length === 0) return null
  return (
    <div className="stack-s" role="alert" ref={ref} tabIndex={-1}>
      {texts.map((text) => (
        <FieldError key={text}>
          <span className="break">{text}</span>
        </FieldError>
      ))}
    </div>
  )
}
