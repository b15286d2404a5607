import { useEffect, useRef } from 'react'
import { type TextKey, t } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { defineSearch } from '#web/router/search.ts'
import { Link } from '#web/ui/page/link.tsx'

const tabs = ['account', 'security', 'keys', 'data'] as const
export type ProfileTab = (typeof tabs)[number]

export const profileSearch = defineSearch((query) => ({ section: query.oneOf('section', tabs) }))

export const tabText = {
  account: 'profile.account',
  security: 'profile.tab.security',
  keys: 'profile.tab.keys',
  data: 'profile.tab.data',
} as const satisfies Record<ProfileTab, TextKey>

/** The four parts of the profile, each with an address of its own. */
export function ProfileTabs({ tab }: { tab: ProfileTab }) {
  const list = useRef<HTMLElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is current then
  useEffect(() => {
    // They may be wider than a phone.
    const current = list.current?.querySelector('[aria-current]')
    current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [tab])
  return (
    <nav ref={list} className="profile-tabs" aria-label={t('profile.tabs')}>
      {tabs.map((name) => (
        <Link
          key={name}
          to={{ pathname: paths.portalProfile, search: profileSearch.write({ section: name }) }}
          aria-current={name === tab ? 'page' : undefined}
        >
          {t(tabText[name])}
        </Link>
      ))}
    </nav>
  )
}
