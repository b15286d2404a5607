type Running = { sent: number; total: number }

/** Uploads under way of each compose window. */
const windows = new Map<number, Set<Running>>()
const shown = new Map<number, string>()

/** Shows the progress of an upload on the button of its compose window, together with that of others. */
export function showProgress(tab: number | undefined): {
  readonly to: (sent: number, total: number) => void
  readonly end: () => void
} {
  if (tab === undefined) return { to: () => {}, end: () => {} }
  const running: Running = { sent: 0, total: 0 }
  const all = windows.get(tab) ?? new Set()
  windows.set(tab, all.add(running))
  return {
    to(sent, total) {
      Object.assign(running, { sent, total })
      show(tab, all)
    },
    end() {
      all.delete(running)
      if (all.size === 0) windows.delete(tab)
      show(tab, all)
    },
  }
}

function show(tab: number, all: ReadonlySet<Running>): void {
  let [sent, total] = [0, 0]
  for (const one of all) {
    sent += one.sent
    total += one.total
  }
  const percent = total > 0 ? `${Math.floor((100 * sent) / total)}` : ''
  if (shown.get(tab) === percent) return
  if (percent === '') shown.delete(tab)
  else shown.set(tab, percent)
  const title = percent === '' ? 'Restante' : browser.i18n.getMessage('uploading', percent)
  // A window that was closed meanwhile has no button.
  const ignore = () => {}
  browser.composeAction.setBadgeText({ tabId: tab, text: percent === '' ? '' : `${percent}%` }).catch(ignore)
  browser.composeAction.setTitle({ tabId: tab, title }).catch(ignore)
}
