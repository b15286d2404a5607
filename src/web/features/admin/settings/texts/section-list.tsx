import { useId, useState } from 'react'
import type { OwnChange } from '#contract/operations/branding/own-changes.ts'
import { ownTextLimits } from '#contract/operations/branding/own-text-limits.ts'
import type { OwnSection } from '#contract/operations/branding/own-texts.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { FormField } from '#web/ui/forms/form-field.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { ChangeBadge } from '#web/ui/page/change-card.tsx'

type Props = {
  sections: readonly OwnSection[]
  changes: readonly OwnChange[]
  onChange: (sections: readonly OwnSection[]) => void
}

/** Sections as rows, one of them open; changed ones are marked. */
export function SectionList({ sections, changes, onChange }: Props) {
  const id = useId()
  const [open, setOpen] = useState<number>()
  const replace = (at: number, part: Partial<OwnSection>) =>
    onChange(sections.map((section, index) => (index === at ? { ...section, ...part } : section)))
  return (
    <div>
      <ol className="own-sections" aria-label={t('admin.texts.sections')}>
        {sections.map((section, at) => {
          const type = changes.find(({ number }) => number === at + 1)?.type
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: sections have nothing else to be known by while they are typed
            <li key={at} className={type && 'changed'}>
              <Button
                variant="plain"
                className="own-row"
                aria-expanded={open === at}
                aria-controls={`${id}-${at}`}
                onClick={() => setOpen(open === at ? undefined : at)}
              >
                <span>{at + 1}</span>
                <b className="strong break">{section.title || t('admin.texts.untitled')}</b>
                {type && <ChangeBadge type={type} />}
                <Icon name="chevron" />
              </Button>
              {open === at && (
                <div id={`${id}-${at}`} className="stack own-section">
                  <FormField label={t('admin.texts.title')}>
                    {(tie) => (
                      <input
                        className="input"
                        {...tie}
                        maxLength={ownTextLimits.title}
                        value={section.title}
                        onChange={({ target }) => replace(at, { title: target.value })}
                      />
                    )}
                  </FormField>
                  <FormField label={t('admin.texts.text')} hint={t('admin.texts.textHint')}>
                    {(tie) => (
                      <textarea
                        className="input"
                        {...tie}
                        rows={9}
                        maxLength={ownTextLimits.text}
                        value={section.text}
                        onChange={({ target }) => replace(at, { text: target.value })}
                      />
                    )}
                  </FormField>
                  <div className="bar-row">
                    {at > 0 && (
                      <Button
                        variant="quiet"
                        onClick={() => {
                          onChange(movedUp(sections, at))
                          setOpen(at - 1)
                        }}
                      >
                        {t('admin.texts.moveUp')}
                      </Button>
                    )}
                    <Button
                      variant="quiet-danger"
                      onClick={() => {
                        onChange(sections.filter((_, index) => index !== at))
                        setOpen(undefined)
                      }}
                    >
                      {t('admin.texts.remove')}
                    </Button>
                  </div>
                </div>
              )}
            </li>
          )
        })}
      </ol>
      {sections.length < ownTextLimits.sections && (
        <Button
          onClick={() => {
            onChange([...sections, { title: '', text: '' }])
            setOpen(sections.length)
          }}
        >
          <PanelIcon name="plus" />
          {t('admin.texts.add')}
        </Button>
      )}
    </div>
  )
}

function movedUp(sections: readonly OwnSection[], at: number): OwnSection[] {
  const [one, other] = [sections[at - 1], sections[at]]
  return one && other ? [...sections.slice(0, at - 1), other, one, ...sections.slice(at + 1)] : [...sections]
}
