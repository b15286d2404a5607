import { useEffect, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'

type Props = {
  /** Empty where this tab does not know it. */
  password: string
  /** The password has been shown or copied. */
  onSeen: () => void
}

/** That the file has a password, and which, as long as this page knows it. */
export function PasswordRow({ password, onSeen }: Props) {
  const text = useRef<HTMLElement>(null)
  useEffect(() => {
    if (!text.current || password === '') return undefined
    const sight = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen()
      },
      { threshold: 1 },
    )
    sight.observe(text.current)
    return () => sight.disconnect()
  }, [password, onSeen])
  return (
    <div className="name-row password-row">
      <p>
        <span className="small muted">{t('file.password')}</span>
        <br />
        <span ref={text} className="strong break">
          {password || t('file.passwordRequired')}
        </span>
      </p>
      {password && (
        <>
          <CopyButton value={password} label={t('password.copy')} onCopied={onSeen} />
          <p className="hint">{t('success.passwordHint')}</p>
        </>
      )}
    </div>
  )
}
