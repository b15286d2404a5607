import { t } from '#web/i18n/t.ts'

type Props = {
  ownLinks: boolean
  codes: boolean
  /** How many people may have a link of their own; where the sender has no account, those always need a code. */
  most: number
  signedIn: boolean
  onChange: (part: { readonly ownLinks?: boolean; readonly codes?: boolean }) => void
}

/** Whether each person gets a link of their own, and whether it opens only for them. */
export function OwnLinks({ ownLinks, codes, most, signedIn, onChange }: Props) {
  return (
    <>
      <label className="switch switch-label">
        <span>{t('mail.ownLinks')}</span>
        <input
          type="checkbox"
          role="switch"
          aria-checked={ownLinks}
          checked={ownLinks}
          onChange={({ target }) => onChange({ ownLinks: target.checked })}
        />
      </label>
      {ownLinks && signedIn && (
        <label className="switch switch-label">
          <span>{t('mail.codes')}</span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={codes}
            checked={codes}
            onChange={({ target }) => onChange({ codes: target.checked })}
          />
        </label>
      )}
      {ownLinks && !signedIn && <p className="hint">{t('mail.codesAlways', { most })}</p>}
    </>
  )
}
