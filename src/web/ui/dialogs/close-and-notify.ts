import { flushSync } from 'react-dom'
import { showToast } from '../messages/toast.ts'

/**
 * Closes a dialog after something has gone, and announces it. The button that opened the dialog may have gone, too: the
 * focus goes to the element with the id that is given.
 */
export function closeAndNotify(onClose: () => void, focusId: string, news: string): void {
  flushSync(onClose)
  document.getElementById(focusId)?.focus()
  showToast('success', news)
}
