import { useId } from 'react'

type Props = {
  label: string
  /** As 2026-11-21; empty for none. */
  day: string
  onDay: (day: string) => void
}

/** A day to choose, with its label before it. */
export function DayField({ label, day, onDay }: Props) {
  const id = useId()
  return (
    <span className="day-field">
      <label className="small strong" htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        className="input"
        type="date"
        max="9999-12-31"
        value={day}
        onChange={(event) => onDay(event.target.value)}
      />
    </span>
  )
}
