import { type ReactNode, useLayoutEffect, useRef } from 'react'
import type { ScanVerdict } from '#contract/transfers/files.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { DialogFrame } from '#web/ui/dialogs/dialog-frame.tsx'

type Fact = readonly [name: string, value: ReactNode]

type Props = {
  title: string
  facts: readonly Fact[]
  /** Further buttons. */
  actions?: ReactNode
  onClose: () => void
}

/** Everything about one row. The focus is on Close. */
export function FactsDialog({ title, facts, actions, onClose }: Props) {
  const close = useRef<HTMLButtonElement>(null)
  // After the dialog has been opened, which gives the focus to the first fact that can be pressed.
  useLayoutEffect(() => close.current?.focus(), [])
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
        <Button ref={close} onClick={onClose}>
          {t('admin.close')}
        </Button>
        {actions}
      </div>
    </DialogFrame>
  )
}

/** Results of a file's virus scan, for operators. */
export const scanText = {
  clean: 'admin.files.scanClean',
  checked: 'admin.files.scanChecked',
  unscanned: 'admin.files.scanUnscanned',
} as const satisfies Record<ScanVerdict, TextKey>
