import './facts.css'
import { type ReactNode, useState } from 'react'
import { formatExactTime } from '../../i18n/format/format.ts'
import { Button } from '../controls/button.tsx'
import { announce } from '../messages/announce.tsx'

type Props = {
  /** Shown below the words, and read out, once they are pressed. */
  exact: string
  children: ReactNode
}

/** A value in words that opens to the exact one, by touch, keyboard and screen reader alike. */
export function Exact({ exact, children }: Props) {
  const [open, setOpen] = useState(false)
  function toggle() {
    if (!open) announce(exact)
    setOpen(!open)
  }
  return (
    <span className="exact" data-exact={exact}>
      <Button variant="plain" className="exact-btn" aria-expanded={open} onClick={toggle}>
        {children}
      </Button>
      {open && <span className="exact-value">{exact}</span>}
    </span>
  )
}

/** A moment in words that opens to its date, second and time zone. `at` as ISO 8601 has it. */
export function ExactTime({
  at,
  className,
  children,
}: {
  at: string
  className?: string
  children: ReactNode
}) {
  return (
    <Exact exact={formatExactTime(Date.parse(at))}>
      <time className={className} dateTime={at}>
        {children}
      </time>
    </Exact>
  )
}

type FactProps = { label: string; className?: string; children: ReactNode }

/** One cell of a list of facts, label over value. */
export function Fact({ label, className, children }: FactProps) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
