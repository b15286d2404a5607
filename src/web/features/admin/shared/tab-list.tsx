import '#web/ui/page/scroll-row.css'
import { type KeyboardEvent, useEffect } from 'react'
import { type TextKey, t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { type Tab, useTabs } from './tabs.ts'

/** Id of the tab panel. */
export const panelId = 'admin-panel'

export const tabText = {
  overview: 'admin.tab.overview',
  files: 'admin.tab.files',
  users: 'admin.tab.users',
  groups: 'admin.tab.groups',
  reports: 'admin.tab.reports',
  integrations: 'admin.tab.integrations',
  system: 'admin.tab.system',
  settings: 'admin.tab.settings',
} as const satisfies Record<Tab, TextKey>

/** The tabs, as one stop of the keyboard: arrows, Home and End go through them. */
export function TabList({ tab, onTab }: { tab: Tab; onTab: (tab: Tab) => void }) {
  const tabs = useTabs()
  useEffect(() => {
    // They may be wider than a phone.
    document.getElementById(tabId(tab))?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  function move(event: KeyboardEvent<HTMLElement>) {
    const at = tabs.indexOf(tab)
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 }[event.key]
    if (target === undefined) return
    event.preventDefault()
    const next = tabs.at(target % tabs.length)
    if (!next) return
    onTab(next)
    document.getElementById(tabId(next))?.focus()
  }
  return (
    <div className="tabs scroll-row" role="tablist" aria-label={t('admin.tabs')} onKeyDown={move}>
      {tabs.map((name) => (
        <Button
          key={name}
          variant="plain"
          id={tabId(name)}
          role="tab"
          aria-selected={name === tab}
          aria-controls={panelId}
          tabIndex={name === tab ? 0 : -1}
          onClick={() => onTab(name)}
        >
          {t(tabText[name])}
        </Button>
      ))}
    </div>
  )
}

/** Focuses the tab panel: its content has changed, or the focused button is gone. */
export function goToPanel(): void {
  const panel = document.getElementById(panelId)
  panel?.focus({ preventScroll: true })
  panel?.scrollIntoView({ block: 'start' })
}

export function tabId(tab: Tab): string {
  return `admin-tab-${tab}`
}
