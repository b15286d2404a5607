import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & {
  /** What it does, and to what: nobody can tell by the icon alone. */
  label: string
}

/** A button that shows nothing but an icon. */
export function IconButton({ label, className = '', ...rest }: Props) {
  return <button type="button" className={`icon-btn ${className}`} aria-label={label} {...rest} />
}
