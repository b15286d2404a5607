import './setting-row.css'
import type { Setting } from '#contract/operations/settings.ts'
import { FieldError } from '#web/ui/forms/form-field.tsx'
import { t } from '../../../i18n/t.ts'
import { Icon } from '../../../ui/icons/icon.tsx'
import { isSwitched, SettingInput } from './setting-input.tsx'
import { displayText, settingText } from './setting-text.ts'
import { fieldId, type RowDraft } from './use-setting-drafts.ts'

/** A setting: its name and what follows from it, its value, and where that comes from. */
export function SettingRow({ setting, ...draft }: { setting: Setting } & RowDraft) {
  const { name, value, source } = setting
  const words = settingText[name]
  const title = words ? t(words.name) : name
  const about = words && <span className="small muted">{t(words.about)}</span>
  if (source === 'environment')
    return (
      <div className="setting">
        <div>
          <b className="strong">{title}</b>
          <br />
          {about}
        </div>
        <div className="setting-value">
          <span className="strong break">{displayText(value)}</span>
          <span className="small muted">
            <Icon name="lock" /> {t('admin.settings.setBy')} <code>{name}</code>
          </span>
        </div>
      </div>
    )
  const id = fieldId(name)
  const tie = {
    id,
    'aria-describedby': `${id}-about ${id}-note`,
    'aria-invalid': draft.problem !== undefined,
  }
  return (
    <div
      className={`setting ${draft.isChanged ? 'changed' : ''} ${isSwitched(setting) ? 'with-switch' : ''}`}
    >
      <div>
        <label htmlFor={id} className="strong">
          {title}
        </label>
        <br />
        <span id={`${id}-about`}>{about}</span>
      </div>
      <div className="setting-value">
        <SettingInput
          tie={tie}
          title={title}
          setting={setting}
          value={draft.value}
          onChange={draft.onChange}
        />
        <Note id={`${id}-note`} setting={setting} {...draft} />
      </div>
    </div>
  )
}

/** The problem, or else the value before the change, or else the default that it replaces. */
function Note({ id, setting, problem, isChanged }: { id: string; setting: Setting } & RowDraft) {
  if (problem !== undefined) return <FieldError id={id}>{problem}</FieldError>
  const text = isChanged
    ? t('admin.settings.was', { value: displayText(setting.value) })
    : setting.source === 'database'
      ? t('admin.settings.usual', { value: displayText(setting.default) })
      : ''
  return (
    <span className="small muted" id={id}>
      {text}
    </span>
  )
}
