import type { ComponentProps, ReactNode } from 'react'

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

type ButtonProps = ComponentProps<'button'> &
  ButtonLook & {
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
  large = false,
  wide = false,
  busy = false,
  busyText,
  type = 'button',
  className = '',
  'aria-disabled': ariaDisabled,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const isInert = busy || ariaDisabled === true || ariaDisabled === 'true'
  const look = [classes[variant], large && 'btn-l', wide && 'btn-wide', className].filter(Boolean).join(' ')
  return (
    <button
      {...rest}
      type={type}
      className={look || undefined}
      aria-disabled={isInert || undefined}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
    >
      {busy && busyText !== undefined ? busyText : children}
    </button>
  )
}

type IconButtonProps = Omit<ButtonProps, 'variant' | 'aria-label'> & {
  /** Names the action and its target, which the icon alone does not say. */
  label: string
}

/** A button that shows nothing but an icon. */
export function IconButton({ label, ...rest }: IconButtonProps) {
  return <Button variant="icon" aria-label={label} {...rest} />
}
