import type { ComponentProps } from 'react'

type Props = Omit<ComponentProps<'button'>, 'type' | 'aria-label'> & {
  /** Names the action and its target, which the icon alone does not say. */
  label: string
}

/** A button that shows nothing but an icon. */
export function IconButton({ label, className = '', ...rest }: Props) {
  return <button type="button" className={`icon-btn ${className}`} aria-label={label} {...rest} />
}
