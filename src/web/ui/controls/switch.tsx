import type { ComponentProps, ReactNode } from 'react'

type Props = Omit<ComponentProps<'input'>, 'type' | 'role' | 'aria-checked'> & {
  /** Stands before the switch; without one, its `id` ties it to a label elsewhere. */
  label?: ReactNode
  /** Class of the label around the switch. */
  className?: string
  onSwitch?: (isOn: boolean) => void
}

/** A checkbox that takes effect as a switch does: either `checked` and `onSwitch`, or the field of a form. */
export function Switch({ label, className = '', onSwitch, onChange, ...rest }: Props) {
  return (
    <label className={`switch ${className}`.trim()}>
      {label !== undefined && <span>{label}</span>}
      <input
        {...rest}
        type="checkbox"
        role="switch"
        aria-checked={rest.checked}
        onChange={onSwitch ? ({ target }) => onSwitch(target.checked) : onChange}
      />
    </label>
  )
}
