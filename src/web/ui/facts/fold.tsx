import './fold.css'
import type { ReactNode } from 'react'
import { Icon } from '../icons/icon.tsx'

type Props = {
  /** Of what unfolds it. */
  id?: string
  title: string
  /** What is so, which makes the closed fold a summary. */
  value: string
  open?: boolean
  children: ReactNode
}

/** A part that unfolds, and says in one line what it holds. */
export function Fold({ id, title, value, open = false, children }: Props) {
  return (
    <details className="fold" open={open}>
      <summary id={id}>
        <h2>{title}</h2>
        <span className="val">{value}</span>
        <Icon name="chevron" />
      </summary>
      <div className="in">{children}</div>
    </details>
  )
}
