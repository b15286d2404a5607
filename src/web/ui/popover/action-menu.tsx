import './popover.css'
import { type KeyboardEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../controls/button.tsx'
import { PanelIcon } from '../icons/panel-icon.tsx'
import { Link } from '../page/link.tsx'
import { usePopover } from './use-popover.ts'

export type MenuAction = {
  readonly name: string
  readonly icon: ReactNode
  /** Address it leads to; otherwise `onSelect` is called. */
  readonly to?: string
  readonly onSelect?: () => void
  readonly disabled?: boolean
}

type Props = {
  /** Names the button and the menu. */
  label: string
  actions: readonly MenuAction[]
}

/** A button that opens a menu of what else can be done: arrows, Home and End move in it, Escape closes it. */
export function ActionMenu({ label, actions }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  return (
    <>
      <Button
        variant="icon"
        ref={button}
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return
          event.preventDefault()
          setOpen(true)
        }}
      >
        <PanelIcon name="more" />
      </Button>
      {open && <Menu label={label} actions={actions} button={button} onClose={close} />}
    </>
  )
}

type MenuProps = Props & { button: React.RefObject<HTMLButtonElement | null>; onClose: () => void }

function Menu({ label, actions, button, onClose }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null)
  usePopover(menu, button, onClose)
  useEffect(() => focusItem(menu.current, 0), [])

  function select({ onSelect }: MenuAction) {
    button.current?.focus()
    onClose()
    onSelect?.()
  }
  function move(event: KeyboardEvent) {
    const items = itemsOf(menu.current)
    const at = items.findIndex((item) => item.matches(':focus'))
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (next === undefined) return
    event.preventDefault()
    focusItem(menu.current, next)
  }
  return (
    <div ref={menu} popover="manual" role="menu" className="popover" aria-label={label} onKeyDown={move}>
      {actions.map((action) =>
        action.to !== undefined && !action.disabled ? (
          <Link key={action.name} role="menuitem" tabIndex={-1} to={action.to} onClick={() => select(action)}>
            {action.icon}
            {action.name}
          </Link>
        ) : (
          <Button
            key={action.name}
            variant="plain"
            role="menuitem"
            tabIndex={-1}
            aria-disabled={action.disabled}
            onClick={() => select(action)}
          >
            {action.icon}
            {action.name}
          </Button>
        ),
      )}
    </div>
  )
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  return Array.from(menu?.querySelectorAll<HTMLElement>('[role="menuitem"]') ?? [])
}

/** Focuses an item by its place, counted round the end. */
function focusItem(menu: HTMLElement | null, place: number): void {
  const items = itemsOf(menu)
  items.at(place % items.length)?.focus()
}
