import './settings.css'
import '#web/ui/page/scroll-row.css'
import { useQueries, useQuery } from '@tanstack/react-query'
import { ownTextPages } from '#contract/operations/branding/own-text-limits.ts'
import { settingGroups } from '#contract/operations/setting-groups.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { t } from '../../../i18n/t.ts'
import { useServiceConfig } from '../../../service/service-config.ts'
import { WaitingRows } from '../../../ui/lists/waiting-rows.tsx'
import { NotLoaded } from '../shared/list-view.tsx'
import { identityQuery, ownTextQuery, settingsQuery } from '../shared/queries.ts'
import { SaveBar } from '../shared/save-bar.tsx'
import { SettingsFileSection } from './file/settings-file-section.tsx'
import { IdentitySection } from './identity/identity-section.tsx'
import { PresetSection } from './preset-section.tsx'
import { isServiceGroup, ServiceSections } from './services/service-sections.tsx'
import { SettingRow } from './setting-row.tsx'
import { groupText, headingId } from './setting-text.ts'
import { OwnTextSection, ownTextName } from './texts/own-text-section.tsx'
import { useSettingDrafts } from './use-setting-drafts.ts'

/** Settings that can be changed while the server runs, section by section. */
export default function SettingsTab() {
  const { reports } = useServiceConfig()
  const { data: all, error, refetch } = useQuery(settingsQuery)
  const settings = all?.filter(
    ({ name, group }) => !isServiceGroup(group) && (reports || !name.startsWith('REPORT_')),
  )
  // Sections stand below each other: none is drawn before those above it can be.
  const isWaiting = useQueries({ queries: [identityQuery, ...ownTextPages.map(ownTextQuery)] }).some(
    ({ isPending }) => isPending,
  )
  const drafts = useSettingDrafts(settings ?? [])
  if (!settings && error) return <NotLoaded error={error} onRetry={() => void refetch()} />
  // All groups until the settings are loaded, to avoid layout shift.
  const groups = settingGroups.filter(
    (group) => !isServiceGroup(group) && (!settings || settings.some((setting) => setting.group === group)),
  )
  return (
    <div className="settings">
      <nav className="settings-nav scroll-row" aria-label={t('admin.settings.sections')}>
        <Button variant="plain" onClick={() => goTo(headingId('identity'))}>
          {t('admin.identity.title')}
        </Button>
        {ownTextPages.map((page) => (
          <Button key={page} variant="plain" onClick={() => goTo(headingId(`own-${page}`))}>
            {t(ownTextName[page])}
          </Button>
        ))}
        <Button variant="plain" onClick={() => goTo(headingId('audience'))}>
          {t('setup.audience')}
        </Button>
        {[...groups, ...settingGroups.filter(isServiceGroup)].map((group) => (
          <Button key={group} variant="plain" onClick={() => goTo(headingId(group))}>
            {t(groupText[group])}
          </Button>
        ))}
        <Button variant="plain" onClick={() => goTo(headingId('file'))}>
          {t('admin.file.title')}
        </Button>
      </nav>
      {!all || !settings || isWaiting ? (
        <div className="card clip settings-wait">
          <WaitingRows rows={8} />
        </div>
      ) : (
        <div className="stack">
          <IdentitySection />
          {ownTextPages.map((page) => (
            <OwnTextSection key={page} page={page} />
          ))}
          <PresetSection settings={all} />
          <form
            className="stack"
            noValidate
            aria-label={t('admin.tab.settings')}
            onSubmit={(event) => {
              event.preventDefault()
              drafts.save()
            }}
          >
            {groups.map((group) => (
              <section key={group} className="card" aria-labelledby={headingId(group)}>
                <div className="settings-head">
                  <h2 id={headingId(group)} tabIndex={-1}>
                    {t(groupText[group])}
                  </h2>
                  {group === 'limits' && <p className="small muted">{t('admin.settings.limitsAbout')}</p>}
                </div>
                {settings
                  .filter((setting) => setting.group === group)
                  .map((setting) => (
                    <SettingRow key={setting.name} setting={setting} {...drafts.of(setting)} />
                  ))}
              </section>
            ))}
            <SaveBar count={drafts.count} busy={drafts.busy} onDiscard={drafts.discard} />
          </form>
          <ServiceSections settings={all} />
          <SettingsFileSection />
        </div>
      )}
    </div>
  )
}

function goTo(id: string): void {
  const heading = document.getElementById(id)
  heading?.focus({ preventScroll: true })
  heading?.scrollIntoView({ block: 'start' })
}
