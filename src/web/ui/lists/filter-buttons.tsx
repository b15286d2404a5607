import './lists.css'
import { Button } from '../controls/button.tsx'

type Props<Value extends string> = {
  label: string
  options: readonly { readonly value: Value; readonly text: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** One of several filters of a list. */
export function FilterButtons<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend that can be seen
    <div className="seg" role="group" aria-label={label}>
      {options.map((option) => (
        <Button
          key={option.value}
          variant="plain"
          aria-pressed={option.value === value}
          onClick={() => onChange(option.value)}
        >
          {option.text}
        </Button>
      ))}
    </div>
  )
}
