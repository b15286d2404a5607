import { smallBundle } from '#contract/transfers/end-to-end.ts'
import type { FileInfo } from '#contract/transfers/files.ts'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { OpenForm } from './open-form.tsx'
import { OwnerForm } from './owner-form.tsx'
import { SavingView } from './saving/saving-view.tsx'
import type { ToSave } from './saving/to-save.ts'
import { sealedText } from './sealed-text.ts'
import { ShownText } from './shown-text.tsx'
import type { Sealed } from './use-sealed.ts'

type Props = {
  sealed: Sealed
  file: FileInfo
  /** All files as one, once it is opened. */
  all: ToSave | undefined
  /** The download that was begun last. */
  latest: ToSave | undefined
  /** The address of this page without its key. */
  link: string
  /** Whether some of the files are selected: then another button leads. */
  quiet: boolean
  /** Stands below a text that no link leads to any more; empty as long as one does. */
  ended: string
  onShown: () => void
  onSave: (toSave: ToSave) => void
}

/** The way into a sealed transfer, and its text and downloads after that. */
export function SealedInside({ sealed, file, all, latest, link, quiet, ended, onShown, onSave }: Props) {
  const { saving, problem } = sealed
  if (problem?.kind === 'damaged')
    return (
      <p role="alert" className="note note-bad">
        <Icon name="warning" />
        <span>{sealedText(problem)}</span>
      </p>
    )
  if (!all && sealed.isForOwner) return <OwnerForm sealed={sealed} />
  if (!all) return <OpenForm sealed={sealed} counts={countsText(file)} />
  const text = sealed.opened?.bundle.manifest.text
  const isLimited = file.contents === 'limited'
  const ofAll = latest === undefined || latest.files.length === all.files.length
  // A button of its own tries again what did not arrive.
  const isFailed = saving?.step === 'failed' && ofAll
  return (
    <>
      {text !== undefined && (
        <ShownText
          text={text}
          // The click that opened it was meant for it.
          atOnce={isLimited && all.files.length === 0}
          ended={ended}
          onShown={onShown}
        />
      )}
      {saving && (
        <SavingView
          saving={saving}
          link={link}
          onCancel={sealed.cancel}
          onAgain={() => onSave(latest ?? all)}
        />
      )}
      {saving?.step !== 'running' && !isFailed && all.files.length > 0 && (
        <div className="stack-s get">
          <Button variant={saving || quiet ? 'secondary' : 'primary'} large onClick={() => onSave(all)}>
            <Icon name="download" />
            {t(saving?.step === 'done' && ofAll ? 'sealed.downloadAgain' : 'sealed.download')}
          </Button>
          {all.files.length > 1 && (
            <p className="hint">{t('sealed.allAs', { files: all.files.length, name: all.name })}</p>
          )}
          {all.files.length > 1 && isLimited && <p className="hint">{t('sealed.limited')}</p>}
        </div>
      )}
    </>
  )
}

/** Says that opening a transfer counts; empty where it doesn't. A large one counts when its files have arrived. */
function countsText({ contents, size, downloadsLeft, deleteAfterDownload }: FileInfo): string {
  if (contents !== 'limited') return ''
  const isOnce = deleteAfterDownload && downloadsLeft === 1 && size <= smallBundle
  return t(isOnce ? 'sealed.opensOnce' : 'sealed.countsWhenOpened')
}
