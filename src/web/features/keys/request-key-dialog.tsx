import { fileNameOf } from '#contract/operations/branding/file-name.ts'
import { productName } from '#web/ui/browser/brand.ts'
import './keys.css'
import { useEffect, useId, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { mayBeSeedPassword } from '#end-to-end/format/private-half.ts'
import { useSession } from '#web/accounts/session.ts'
import { t } from '../../i18n/t.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Switch } from '../../ui/controls/switch.tsx'
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx'
import { FieldError, TextField } from '../../ui/forms/form-field.tsx'
import { Drawing, Icon } from '../../ui/icons/icon.tsx'
import { CopyButton } from '../../ui/sharing/copy-field.tsx'
import { saveContent } from '../../ui/sharing/hand-to-browser.ts'
import { keyFailureText } from './key-text.ts'
import { makeRequestKey, type NewRequestKey, storeRequestKey } from './request-key.ts'

const printer = 'M7 8V3.5h10V8M7 17H4V8.5h16V17h-3M7 14h10v6.5H7z'

type Props = {
  /** The pair is there. */
  onMade: () => void | Promise<void>
  onClose: () => void
}

/** Makes the key of requests that are locked in the sender's browser, and offers its private half this once. */
export default function RequestKeyDialog({ onMade, onClose }: Props) {
  const id = useId()
  const [key, setKey] = useState<NewRequestKey>()
  const [problem, setProblem] = useState<string>()
  const form = useForm({ defaultValues: { password: '', keep: true, saved: false } })
  const { errors, isSubmitting } = form.formState
  const [keep, password] = useWatch({ control: form.control, name: ['keep', 'password'] })
  useEffect(() => {
    let isHere = true
    const made = 'subtle' in crypto ? makeRequestKey() : Promise.reject(new Error('no cryptography'))
    made.then(
      (pair) => {
        if (!isHere) return
        setKey(pair)
        form.setValue('password', pair.password)
      },
      () => isHere && setProblem(t('keys.noCrypto')),
    )
    return () => {
      isHere = false
    }
  }, [form])

  async function store(draft: { password: string; keep: boolean }) {
    if (!key) return
    setProblem(undefined)
    try {
      await storeRequestKey(key, draft.keep ? draft.password : undefined)
      await onMade()
    } catch (error) {
      setProblem(keyFailureText(error, 'keys.failed'))
    }
  }
  return (
    <FormDialog
      wide
      title={t('requestKey.title')}
      describedBy={id}
      action={t('requestKey.use')}
      busyAction={t('requestKey.storing')}
      busy={isSubmitting}
      disabled={!key}
      problem={problem}
      onSubmit={form.handleSubmit(store)}
      onClose={onClose}
    >
      <p id={id}>{t('requestKey.text')}</p>
      {key && <Ways pair={key} />}
      <Switch label={t('requestKey.keep')} {...form.register('keep')} />
      {keep ? (
        <div className="stack-s">
          <TextField
            label={t('requestKey.password')}
            hint={t('requestKey.passwordHint')}
            autoComplete="off"
            spellCheck={false}
            autoCapitalize="none"
            error={errors.password?.message}
            field={form.register('password', {
              validate: (typed, { keep: kept }) =>
                !kept || mayBeSeedPassword(typed) || t('requestKey.passwordShort'),
            })}
          />
          <div>
            <CopyButton value={password} word={t('requestKey.copyPassword')} />
          </div>
        </div>
      ) : (
        <div>
          <label className="row-check">
            <input
              type="checkbox"
              aria-invalid={errors.saved !== undefined}
              {...form.register('saved', {
                validate: (saved, { keep: kept }) => kept || saved || t('requestKey.saveFirst'),
              })}
            />
            <span>{t('requestKey.saved')}</span>
          </label>
          {errors.saved && <FieldError alert>{errors.saved.message}</FieldError>}
        </div>
      )}
      {key && <Words written={key.written} />}
    </FormDialog>
  )
}

/** Lines of the file and the sheet: whose key it is, what visitors compare, and the private half. */
function useLines({ written, words }: NewRequestKey): readonly [name: string, ...lines: string[]] {
  const session = useSession()
  const username = session.status === 'user' ? session.user.username : ''
  return [
    `${fileNameOf(productName)}-${location.hostname}-${username}-key.txt`,
    `# ${t('requestKey.fileTitle', { site: location.host, username })}`,
    `# ${t('requestKey.fileWords', { words: words.join(' ') })}`,
    ...written,
  ]
}

/** Ways to keep the private half. */
function Ways({ pair }: { pair: NewRequestKey }) {
  const [name, ...lines] = useLines(pair)
  const save = () =>
    saveContent({ name, content: new Blob([`${lines.join('\n')}\n`], { type: 'text/plain' }) })
  return (
    <>
      <div className="bar-row">
        <Button onClick={save}>
          <Icon name="download" />
          {t('requestKey.save')}
        </Button>
        <Button onClick={() => window.print()}>
          <Drawing path={printer} />
          {t('requestKey.print')}
        </Button>
      </div>
      {lines.slice(0, 2).map((line) => (
        <p key={line} className="small key-words-of">
          {line.slice(2)}
        </p>
      ))}
    </>
  )
}

function Words({ written }: { written: readonly string[] }) {
  return (
    <section className="stack-s" aria-label={t('requestKey.words')}>
      <h3 className="small strong">{t('requestKey.words')}</h3>
      <ol className="key-words" lang="en" translate="no">
        {written.map((word, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word may stand twice
          <li key={place}>{word}</li>
        ))}
      </ol>
    </section>
  )
}
