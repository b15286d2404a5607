import type { ReactNode } from 'react'

type Props = { label: string; className?: string; children: ReactNode }

/** One cell of a list of facts, label over value. */
export function Fact({ label, className, children }: Props) {
  return (
    <div className={className}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
