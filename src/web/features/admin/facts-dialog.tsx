import type { ReactNode } from 'react'
import { t } from '../../i18n/t.ts'
import { DialogFrame } from '../../ui/dialog-frame.tsx'

export type Fact = readonly [name: string, value: ReactNode]

type Props = {
  title: string
  facts: readonly Fact[]
  /** Further buttons, before Close. */
  actions?: ReactNode
  onClose: () => void
}

/** Everything about one row. */
export function FactsDialog({ title, facts, actions, onClose }: Props) {
  return (
    <DialogFrame title={title} wide onClose={onClose}>
      <dl className="cells cells-fixed facts-grid">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className="break">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="df">
        {actions}
        {/* biome-ignore lint/a11y/noAutofocus: a dialog takes the focus, and this is its harmless button */}
        <button type="button" className="btn btn-line" autoFocus onClick={onClose}>
          {t('admin.close')}
        </button>
      </div>
    </DialogFrame>
  )
}
