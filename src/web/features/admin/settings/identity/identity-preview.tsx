import { type CSSProperties, useId, useState } from 'react'
import { paletteOf, tokensOf } from '#contract/operations/branding/colours.ts'
import type { Identity, PicturePaths } from '#contract/operations/branding/identity.ts'
import { textIn } from '#contract/operations/branding/names.ts'
import { spokenLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/t.ts'

const themes = ['light', 'dark'] as const

/** The start page, the download page and a mail in small, as they will look. */
export function IdentityPreview({ identity, pictures }: { identity: Identity; pictures: PicturePaths }) {
  const [theme, setTheme] = useState<(typeof themes)[number]>('light')
  const group = useId()
  const tokens: CSSProperties & Record<string, string> = {
    ...Object.fromEntries(tokensOf(paletteOf(identity.colour))),
    colorScheme: theme,
  }
  const title = textIn(identity.startTitle, spokenLanguage()) || t('home.title')
  const head = (
    <span className="mini-head">
      {pictures.icon && <img src={pictures.icon} alt="" />}
      {identity.name}
    </span>
  )
  return (
    <aside className="identity-preview" aria-label={t('admin.identity.preview')}>
      <div className="bar-row between">
        <h3>{t('admin.identity.preview')}</h3>
        <div role="radiogroup" aria-label={t('theme.label')} className="bar-row">
          {themes.map((one) => (
            <label key={one} className="row-check">
              <input type="radio" name={group} checked={theme === one} onChange={() => setTheme(one)} />
              {t(`theme.${one}`)}
            </label>
          ))}
        </div>
      </div>
      <div className="stack" style={tokens}>
        <figure>
          <div className="sample-page">
            {head}
            <b>{title}</b>
            <span className="box">
              <span className="mini-sheet">{t('upload.dropHere')}</span>
              <span className="mini-slot" />
            </span>
          </div>
          <figcaption>{t('admin.identity.startPage')}</figcaption>
        </figure>
        <figure>
          <div className="sample-page">
            <span className="box">
              <b>{t('admin.identity.sampleFile')}</b>
              <span className="mini-button">{t('download.downloadFile')}</span>
            </span>
          </div>
          <figcaption>{t('admin.identity.downloadPage')}</figcaption>
        </figure>
        <figure>
          <div className="sample-page">
            {head}
            {textIn(identity.mailIntroduction, spokenLanguage())}
            <span className="box">
              <b>{t('admin.identity.sampleFile')}</b>
              <span className="mini-button">{t('download.downloadFile')}</span>
            </span>
            {textIn(identity.mailSignature, spokenLanguage())}
          </div>
          <figcaption>{t('admin.identity.email')}</figcaption>
        </figure>
      </div>
    </aside>
  )
}
