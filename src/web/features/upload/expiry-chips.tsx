import type { ServiceConfig } from '#contract/service.ts'
import { formatDuration } from '../../i18n/format.ts'

type Props = {
  options: ServiceConfig['expiryOptions']
  value: string
  onChange: (value: string) => void
}

/** Native radios in two rows: what everyone may choose, then what Pro accounts may. */
export function ExpiryChips({ options, value, onChange }: Props) {
  return [false, true].map((pro) => (
    <div className="chips" key={String(pro)}>
      {options
        .filter((option) => option.pro === pro)
        .map((option) => (
          <label className="chip" key={option.value}>
            <input
              type="radio"
              name="expiresIn"
              disabled={pro}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            <span>{formatDuration(option.duration, 'narrow')}</span>
          </label>
        ))}
    </div>
  ))
}
