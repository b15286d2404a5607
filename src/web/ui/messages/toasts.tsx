import './toasts.css'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { t } from '../../i18n/t.ts'
import { Icon, type IconName } from '../icon.tsx'
import { IconButton } from '../icon-button.tsx'
import { closeToast, type Toast, toastStore } from './toast.ts'

/** Milliseconds that a toast stays, unless somebody is looking at it. */
const durations = { success: 3000, plain: 4000, error: 5000 } as const
/** Whoever has more to read closes it when done. */
const maxLines = 2
const icons = { success: 'tick', plain: 'clock', error: 'warning' } as const satisfies Record<
  string,
  IconName
>

/** The toasts of a page. They are gone with it. */
export default function Toasts() {
  const toasts = useSyncExternalStore(toastStore.subscribe, toastStore.read)
  useEffect(() => () => toastStore.read().forEach(({ id }) => void closeToast(id)), [])
  if (toasts.length === 0) return null
  return (
    <section className="toasts" aria-label={t('toast.label')}>
      {toasts.map((toast) => (
        <ToastLine key={toast.id} toast={toast} />
      ))}
    </section>
  )
}

function ToastLine({ toast: { id, kind, text } }: { toast: Toast }) {
  const [pointed, setPointed] = useState(false)
  const [focused, setFocused] = useState(false)
  const stays = pointed || focused || text.split('\n').length > maxLines
  useEffect(() => {
    if (stays) return undefined
    const timer = setTimeout(() => closeToast(id), durations[kind])
    return () => clearTimeout(timer)
  }, [id, kind, stays])
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: whoever points at it is reading it; nothing to be done here
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
