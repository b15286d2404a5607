import { type ComponentProps, type MouseEvent, type ReactNode, useRef, useState } from 'react'

const classes = {
  primary: 'btn btn-primary',
  secondary: 'btn btn-line',
  danger: 'btn btn-line btn-bad',
  quiet: 'btn btn-quiet',
  'quiet-danger': 'btn btn-quiet btn-bad',
  link: 'link-btn',
  icon: 'icon-btn',
  plain: '',
} as const

export type ButtonLook = {
  /** `plain` has no look of its own: the sheet of the component beside it gives it one. */
  variant?: keyof typeof classes
  large?: boolean
  wide?: boolean
}

type ButtonProps = Omit<ComponentProps<'button'>, 'aria-disabled'> &
  ButtonLook & {
    'aria-disabled'?: boolean | undefined
    /** Work that this button began is running. */
    busy?: boolean
    /** Takes the place of the content while it is busy. */
    busyText?: ReactNode
  }

/**
 * A button that sends no form, unless its `type` says so. While it is busy or `aria-disabled` it keeps the focus and ignores
 * clicks.
 */
export function Button({
  variant = 'secondary',
  large,
  wide,
  busy,
  busyText,
  className = '',
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isInert = busy || rest['aria-disabled']
  return (
    <button
      type="button"
      {...rest}
      className={`${classes[variant]} ${large ? 'btn-l' : ''} ${wide ? 'btn-wide' : ''} ${className}`}
      aria-disabled={isInert || undefined}
      onClick={isInert ? refuse : onClick}
    >
      {(busy && busyText) || children}
    </button>
  )
}

function refuse(event: MouseEvent): void {
  event.preventDefault()
}

/** The button at the end of a form that fills its column, and what it says meanwhile. */
export function SubmitButton(props: Omit<ButtonProps, 'type' | keyof ButtonLook>) {
  return <Button type="submit" variant="primary" large wide {...props} />
}

type IconButtonProps = Omit<ButtonProps, 'variant' | 'aria-label'> & {
  /** Names the action and its target, which the icon alone does not say. */
  label: string
}

/** A button that shows nothing but an icon. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <Button variant="icon" aria-label={label} {...rest} />
}

/**
 * Runs work one call at a time: calls while it is running are ignored. Returns the function that starts it, and whether it is
 * running. `work` reports its own failures.
 */
export function useSingleFlight<Values extends unknown[]>(
  work: (...values: Values) => Promise<void>,
): [begin: (...values: Values) => void, busy: boolean] {
  const working = useRef(false)
  const [busy, setBusy] = useState(false)
  async function run(...values: Values) {
    if (working.current) return
    working.current = true
    setBusy(true)
    try {
      await work(...values)
    } finally {
      working.current = false
      setBusy(false)
    }
  }
  return [(...values) => void run(...values), busy]
}
