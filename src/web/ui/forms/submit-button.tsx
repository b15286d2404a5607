type Props = {
  text: string
  /** Text while the form is being submitted; a second click does nothing then. */
  busyText: string
  busy: boolean
  disabled?: boolean
  className?: string
  variant?: 'primary' | 'line'
}

/** The button that sends a form. It keeps the focus while it is busy. */
export function SubmitButton({
  text,
  busyText,
  busy,
  disabled = false,
  className = '',
  variant = 'primary',
}: Props) {
  return (
    <button
      type="submit"
      className={`btn btn-${variant} ${className}`}
      disabled={disabled}
      aria-disabled={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
      }}
    >
      {busy ? busyText : text}
    </button>
  )
}
