import './toasts.css'
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { t } from '../../i18n/t.ts'
import { useLocation } from '../../router/location.ts'
import { useTopModal } from '../browser/open-modals.ts'
import { IconButton } from '../controls/button.tsx'
import { Icon, type IconName } from '../icons/icon.tsx'
import { closeToast, type Toast, toastStore } from './toast.ts'

/** Milliseconds that a toast stays, unless it is pointed at or focused. */
const durations = { success: 3000, plain: 4000, error: 5000 } as const
/** Longer ones stay until they are closed or their page is left. */
const maxLines = 2
const icons = { success: 'tick', plain: 'clock', error: 'warning' } as const satisfies Record<
  string,
  IconName
>

/** The toasts, also those of the page before. While a dialog is open they stand in it: the rest of the page is inert. */
export default function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  const modal = useTopModal()
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is done when the page changes
  useEffect(() => closeLong, [pathname])
  if (toasts.length === 0) return null
  return modal ? createPortal(<ToastList toasts={toasts} />, modal) : <ToastList toasts={toasts} />
}

function closeLong(): void {
  for (const { id, text } of toastStore.read()) if (isLong(text)) closeToast(id)
}

function isLong(text: string): boolean {
  return text.split('\n').length > maxLines
}

/** A popover, which nothing on the page lies above. */
function ToastList({ toasts }: { toasts: readonly Toast[] }) {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    // A dialog may be leaving the page at this moment; the list then comes again elsewhere.
    if (ref.current?.isConnected) ref.current.showPopover()
  }, [])
  return (
    <section ref={ref} popover="manual" className="toasts" aria-label={t('toast.label')}>
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastLine({ toast: { id, kind, text } }: { toast: Toast }) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const stays = pointed || focused || isLong(text)
  useEffect(() => {
    if (stays) return undefined
    const timer = setTimeout(() => closeToast(id), durations[kind])
    return () => clearTimeout(timer)
  }, [id, kind, stays])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only keeps it open
    <div
      className={`toast toast-${kind}`}
      onPointerEnter={() => setPointed(true)}
      onPointerLeave={() => setPointed(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <Icon name={icons[kind]} />
      <span>{text}</span>
      <IconButton label={t('toast.close')} onClick={() => closeToast(id)}>
        <Icon name="close" />
      </IconButton>
    </div>
  )
}
