import { type ComponentProps, useId } from 'react'

type Props = Omit<ComponentProps<'input'>, 'id' | 'className' | 'onChange'> & {
  label: string
  onChange: (value: string) => void
}

/** One line of text. */
export function LineOption({ label, onChange, ...input }: Props) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <input {...input} id={id} className="input" onChange={(event) => onChange(event.target.value)} />
    </div>
  )
}
