import { type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { topModal } from '../../ui/dialogs/open-modals.ts'
import { NotificationsList } from './notifications-list.tsx'

/** CSS pixels between the popover and what is around it. */
const gap = 8

type Props = { bell: RefObject<HTMLButtonElement | null>; onClose: () => void }

/**
 * The notifications below the bell. The page stays usable: Escape, a click elsewhere and leaving it with the keyboard
 * close it, and the focus goes back to the bell unless it has gone elsewhere itself.
 */
export function NotificationsPopover({ bell, onClose }: Props) {
  const panel = useRef<HTMLElement>(null)
  const id = useId()

  useLayoutEffect(() => {
    const element = panel.current
    if (!element) return undefined
    element.showPopover()
    function place() {
      const anchor = bell.current?.getBoundingClientRect()
      if (!element || !anchor) return
      const left = Math.min(anchor.right - element.offsetWidth, innerWidth - element.offsetWidth - 2 * gap)
      const top = Math.max(gap, anchor.bottom + gap)
      Object.assign(element.style, {
        left: `${Math.max(2 * gap, left)}px`,
        top: `${top}px`,
        maxHeight: `${innerHeight - top - 2 * gap}px`,
      })
    }
    place()
    element.focus()
    addEventListener('resize', place)
    return () => removeEventListener('resize', place)
  }, [bell])

  useEffect(() => {
    function isOutside(target: EventTarget | null) {
      return target instanceof Node && !panel.current?.contains(target) && !bell.current?.contains(target)
    }
    function press(event: KeyboardEvent) {
      if (event.key === 'Escape' && !topModal()) close()
    }
    function point(event: PointerEvent) {
      if (isOutside(event.target)) close()
    }
    function move(event: FocusEvent) {
      if (isOutside(event.target)) onClose()
    }
    function close() {
      bell.current?.focus()
      onClose()
    }
    document.addEventListener('keydown', press)
    document.addEventListener('pointerdown', point)
    document.addEventListener('focusin', move)
    return () => {
      document.removeEventListener('keydown', press)
      document.removeEventListener('pointerdown', point)
      document.removeEventListener('focusin', move)
    }
  }, [bell, onClose])

  return (
    <section
      ref={panel}
      popover="manual"
      role="dialog"
      className="happenings-popover"
      aria-labelledby={id}
      tabIndex={-1}
    >
      <NotificationsList
        titleId={id}
        onClose={() => {
          bell.current?.focus()
          onClose()
        }}
      />
    </section>
  )
}
