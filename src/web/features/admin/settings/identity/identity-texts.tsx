import { type ReactNode, useState } from 'react'
import { type Language, languageNames, languages } from '#contract/languages.ts'
import type { Identity } from '#contract/operations/branding/identity.ts'
import { identityLimits, isSafeLink, noteKinds } from '#contract/operations/branding/identity-limits.ts'
import type { Texts } from '#contract/operations/branding/names.ts'
import { type TextKey, t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Select } from '#web/ui/controls/select.tsx'
import { Switch } from '#web/ui/controls/switch.tsx'
import { FormField } from '#web/ui/forms/form-field.tsx'

type Props = { identity: Identity; onChange: (part: Partial<Identity>) => void }

/** The texts, folded up. One language is edited at a time, in all of them. */
export function IdentityTexts({ identity, onChange }: Props) {
  const [language, setLanguage] = useState<Language>(languages[0])
  const text = (name: TextName, label: TextKey, maxLength: number, isLong = false) => (
    <LanguageText
      label={t(label)}
      maxLength={maxLength}
      isLong={isLong}
      language={language}
      texts={identity[name]}
      onChange={(texts) => onChange({ [name]: texts })}
    />
  )
  return (
    <div className="identity-folds">
      <FormField label={t('admin.identity.language')} hint={t('admin.identity.languageHint')}>
        {(tie) => (
          <Select
            {...tie}
            options={languages.map((value) => ({ value, text: languageNames[value], lang: value }))}
            value={language}
            onChoose={setLanguage}
          />
        )}
      </FormField>
      <Fold title={t('admin.identity.startPage')}>
        {text('startTitle', 'admin.identity.startTitle', identityLimits.startTitle)}
        {text('startText', 'admin.identity.startText', identityLimits.startText, true)}
      </Fold>
      <Fold title={t('admin.identity.note')}>
        <NoteFields note={identity.note} language={language} onChange={(note) => onChange({ note })} />
      </Fold>
      <Fold title={t('admin.identity.footer')}>
        <LinkFields links={identity.links} language={language} onChange={(links) => onChange({ links })} />
        <Switch
          label={t('admin.identity.hidePricing')}
          checked={identity.hidePricing}
          onSwitch={(hidePricing) => onChange({ hidePricing })}
        />
        <Switch
          label={t('admin.identity.hideSignUp')}
          checked={identity.hideSignUp}
          onSwitch={(hideSignUp) => onChange({ hideSignUp })}
        />
        <Switch
          label={t('admin.identity.poweredBy')}
          checked={identity.poweredBy}
          onSwitch={(poweredBy) => onChange({ poweredBy })}
        />
      </Fold>
      <Fold title={t('admin.identity.emails')}>
        {text('mailIntroduction', 'admin.identity.introduction', identityLimits.mailText, true)}
        {text('mailSignature', 'admin.identity.signature', identityLimits.mailText, true)}
      </Fold>
    </div>
  )
}

type TextName = 'startTitle' | 'startText' | 'mailIntroduction' | 'mailSignature'

function Fold({ title, children }: { title: string; children: ReactNode }) {
  return (
    <details>
      <summary>{title}</summary>
      <div className="stack">{children}</div>
    </details>
  )
}

type LanguageTextProps = {
  label: string
  maxLength: number
  isLong?: boolean
  language: Language
  texts: Texts
  onChange: (texts: Texts) => void
}

function LanguageText({ label, maxLength, isLong, language, texts, onChange }: LanguageTextProps) {
  const Field = isLong ? 'textarea' : 'input'
  return (
    <FormField label={`${label} (${languageNames[language]})`}>
      {(tie) => (
        <Field
          className="input"
          {...tie}
          lang={language}
          maxLength={maxLength}
          value={texts[language] ?? ''}
          onChange={({ target }) => onChange({ ...texts, [language]: target.value })}
        />
      )}
    </FormField>
  )
}

type NoteProps = {
  note: Identity['note']
  language: Language
  onChange: (note: Identity['note']) => void
}

const noteText = {
  usual: 'admin.identity.noteUsual',
  none: 'admin.identity.noteNone',
  info: 'admin.identity.noteInfo',
  warning: 'admin.identity.noteWarning',
} as const satisfies Record<string, TextKey>

function NoteFields({ note, language, onChange }: NoteProps) {
  const kinds = ['usual', ...noteKinds] as const
  const own = note ?? { kind: 'none' as const, text: {}, from: null, until: null }
  return (
    <>
      <FormField label={t('admin.identity.noteKind')}>
        {(tie) => (
          <Select
            {...tie}
            options={kinds.map((value) => ({ value, text: t(noteText[value]) }))}
            value={note?.kind ?? 'usual'}
            onChoose={(kind) => onChange(kind === 'usual' ? null : { ...own, kind })}
          />
        )}
      </FormField>
      {note && note.kind !== 'none' && (
        <>
          <LanguageText
            label={t('admin.identity.noteText')}
            maxLength={identityLimits.note}
            language={language}
            texts={note.text}
            onChange={(text) => onChange({ ...note, text })}
          />
          <MomentField
            label={t('admin.identity.from')}
            value={note.from}
            onChange={(from) => onChange({ ...note, from })}
          />
          <MomentField
            label={t('admin.identity.until')}
            value={note.until}
            onChange={(until) => onChange({ ...note, until })}
          />
        </>
      )}
    </>
  )
}

type MomentProps = { label: string; value: number | null; onChange: (value: number | null) => void }

function MomentField({ label, value, onChange }: MomentProps) {
  const local = value === null ? undefined : new Date(value - new Date(value).getTimezoneOffset() * 60_000)
  return (
    <FormField label={label}>
      {(tie) => (
        <input
          className="input"
          type="datetime-local"
          {...tie}
          value={local?.toISOString().slice(0, 16) ?? ''}
          onChange={({ target }) => onChange(target.value ? new Date(target.value).getTime() : null)}
        />
      )}
    </FormField>
  )
}

type LinksProps = {
  links: Identity['links']
  language: Language
  onChange: (links: Identity['links']) => void
}

function LinkFields({ links, language, onChange }: LinksProps) {
  const replace = (at: number, part: Partial<Identity['links'][number]>) =>
    onChange(links.map((link, index) => (index === at ? { ...link, ...part } : link)))
  return (
    <>
      {links.map(({ label, url }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a link has nothing else to be known by while it is typed
        <fieldset key={at} className="stack-s">
          <legend>{t('admin.identity.link', { number: at + 1 })}</legend>
          <LanguageText
            label={t('admin.identity.linkLabel')}
            maxLength={identityLimits.linkLabel}
            language={language}
            texts={label}
            onChange={(texts) => replace(at, { label: texts })}
          />
          <FormField
            label={t('admin.identity.linkAddress')}
            error={url && !isSafeLink(url) ? t('admin.identity.linkInvalid') : undefined}
          >
            {(tie) => (
              <input
                className="input"
                type="url"
                {...tie}
                maxLength={identityLimits.linkUrl}
                value={url}
                onChange={({ target }) => replace(at, { url: target.value.trim() })}
              />
            )}
          </FormField>
          <div>
            <Button variant="quiet" onClick={() => onChange(links.filter((_, index) => index !== at))}>
              {t('admin.identity.removeLink')}
            </Button>
          </div>
        </fieldset>
      ))}
      {links.length < identityLimits.links && (
        <div>
          <Button onClick={() => onChange([...links, { label: {}, url: '' }])}>
            {t('admin.identity.addLink')}
          </Button>
        </div>
      )}
    </>
  )
}
