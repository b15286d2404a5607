import type { ComponentProps } from 'react'

type SelectOption<Value extends string | number> = {
  readonly value: Value
  readonly text: string
  readonly lang?: string
  readonly disabled?: boolean
}

type Props<Value extends string | number> = Omit<ComponentProps<'select'>, 'children' | 'multiple'> & {
  options: readonly SelectOption<Value>[]
  /** Called with the value of the chosen option. */
  onChoose?: (value: Value) => void
}

/** One of several options, folded up: either `value` and `onChoose`, or the field of a form. */
export function Select<Value extends string | number>({
  options,
  className = 'input',
  onChoose,
  onChange,
  ...rest
}: Props<Value>) {
  function choose(text: string) {
    const chosen = options.find(({ value }) => String(value) === text)
    if (chosen) onChoose?.(chosen.value)
  }
  return (
    <select
      {...rest}
      className={className}
      onChange={onChoose ? ({ target }) => choose(target.value) : onChange}
    >
      {options.map(({ value, text, ...option }) => (
        <option key={value} value={value} {...option}>
          {text}
        </option>
      ))}
    </select>
  )
}
