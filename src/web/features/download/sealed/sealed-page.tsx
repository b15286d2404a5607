import '#web/transfers/ui/progress/progress-view.css'
import { useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import type { BundleFile } from '#end-to-end/format/manifest.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { CopyButton } from '#web/ui/sharing/copy-field.tsx'
import { TimeLeft } from '../box/file-box.tsx'
import { goneText } from '../box/file-text.ts'
import { ReportThis } from '../problems/not-available.tsx'
import type { Gone } from '../problems/problem.ts'
import { OpenForm } from './open-form.tsx'
import { OwnerForm } from './owner-form.tsx'
import type { ToSave } from './saving/save-sealed.ts'
import { SavingView } from './saving/saving-view.tsx'
import { sealedText } from './sealed-text.ts'
import { ShownText } from './shown-text.tsx'
import { type Sealed, useSealed } from './use-sealed.ts'

/** Fetched with the texts of lists once there is something to list. */
const SealedFiles = lazyPart(() => import('./list/sealed-files.tsx'), null, 'contents')

/** Page of a transfer that only its receiver's browser can open: names, sizes and message come out of what was sealed. */
export default function SealedPage({
  file,
  gone,
  now,
}: {
  file: FileInfo
  gone: Gone | undefined
  now: number
}) {
  const sealed = useSealed(file)
  const manifest = sealed.opened?.bundle.manifest
  const name = manifest && nameOf(manifest.title, manifest.files)
  useDocumentTitle(name ?? t('sealed.label'))
  const links = useShownLinks()
  const bare = links.to(location.pathname)
  const [latest, setLatest] = useState<ToSave>()
  const [someSelected, setSomeSelected] = useState(false)
  function save(toSave: ToSave) {
    if (sealed.saving?.step === 'running') return showToast('plain', t('sealed.oneAtATime'))
    setLatest(toSave)
    void sealed.save(toSave)
  }
  const all: ToSave | undefined = manifest && {
    name: savedName(manifest.title, manifest.files),
    files: manifest.files,
  }
  const isListed = !gone && file.contents === 'listed' && manifest !== undefined && manifest.files.length > 0
  const isSingle = manifest?.files.length === 1
  const list = isListed && sealed.opened && (
    <SealedFiles
      bundle={sealed.opened.bundle}
      onSave={(files) => save({ name: savedName(manifest.title, files), files })}
      onSelected={setSomeSelected}
      takesFocus={sealed.hasPassword}
    />
  )
  const missing = !manifest && sealed.key === undefined && !sealed.isForOwner
  return (
    <div className={`box-page ${isListed && !isSingle ? 'with-contents' : ''}`}>
      <section className={`box box-attach file-box ${gone ? 'box-empty' : ''}`}>
        {manifest?.senderName && (
          <p className="bar-row file-facts">{t('download.from', { name: manifest.senderName })}</p>
        )}
        {manifest?.message && (
          <figure className="file-message">
            <figcaption className="xs muted">{t('file.message')}</figcaption>
            <blockquote className="quote">{manifest.message}</blockquote>
          </figure>
        )}
        <h1 className="title-xl file-title">
          {name ?? t(sealed.isForOwner ? 'sealed.forYou' : missing ? 'sealed.keyMissing' : 'sealed.label')}
        </h1>
        <p className="bar-row file-facts">
          {all && all.files.length > 0 && <span className="num">{formatSize(sizeOf(all.files))}</span>}
          {manifest?.title && manifest.files.length > 1 && (
            <span className="num">{t('download.files', { files: manifest.files.length })}</span>
          )}
          <span className="badge badge-sheet">
            <PanelIcon name="key" />
            {t('sealed.label')}
          </span>
        </p>
        <TimeLeft file={file} gone={gone} now={now} />
        {gone ? (
          <p role="alert" className="gap-above">
            {goneText(gone, false)}
          </p>
        ) : (
          <>
            <p className="note note-warn gap-above">
              <Icon name="warning" />
              <span>{t(sealed.isForOwner ? 'sealed.senderNotChecked' : 'sealed.notScanned')}</span>
            </p>
            {sealed.keyWasSent && <p className="note note-warn">{t('sealed.keyWasSent')}</p>}
            <Inside
              sealed={sealed}
              file={file}
              all={all}
              latest={latest}
              link={bare}
              quiet={someSelected}
              onSave={save}
            />
          </>
        )}
      </section>
      {!isSingle && list}
      <section className="card clip file-more">
        {isSingle && list && <div className="card-pad single-preview">{list}</div>}
        <div className="card-pad stack file-part">
          <h2 className="section-title">{t('sealed.whoCanOpen')}</h2>
          <p className="small">{t(sealed.isForOwner ? 'sealed.onlyYouText' : 'sealed.whoCanOpenText')}</p>
          {sealed.key && (
            <>
              <div className="bar-row">
                <CopyButton value={`${bare}#k=${sealed.key}`} word={t('sealed.copyLink')} />
              </div>
              <p className="hint">{t('sealed.linkIsWhole')}</p>
            </>
          )}
        </div>
      </section>
      <ReportThis />
    </div>
  )
}

function Inside({
  sealed,
  file,
  all,
  latest,
  link,
  quiet,
  onSave,
}: {
  sealed: Sealed
  file: FileInfo
  all: ToSave | undefined
  latest: ToSave | undefined
  link: string
  /** Whether some of the files are selected: then another button leads. */
  quiet: boolean
  onSave: (toSave: ToSave) => void
}) {
  const { saving, problem } = sealed
  if (problem?.kind === 'damaged')
    return (
      <p role="alert" className="note note-bad">
        <Icon name="warning" />
        <span>{sealedText(problem)}</span>
      </p>
    )
  if (!all && sealed.isForOwner) return <OwnerForm sealed={sealed} />
  if (!all) return <OpenForm sealed={sealed} isLimited={file.contents === 'limited'} />
  const text = sealed.opened?.bundle.manifest.text
  return (
    <>
      {text !== undefined && (
        <ShownText
          text={text}
          // Files count when they have arrived.
          onShown={() => all.files.length === 0 && void sealed.opened?.received().catch(() => {})}
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
      {saving?.step !== 'running' && all.files.length > 0 && (
        <div className="stack-s get">
          <Button variant={saving || quiet ? 'secondary' : 'primary'} large onClick={() => onSave(all)}>
            <Icon name="download" />
            {t('sealed.download')}
          </Button>
          {all.files.length > 1 && (
            <p className="hint">{t('sealed.allAs', { files: all.files.length, name: all.name })}</p>
          )}
          {all.files.length > 1 && file.contents === 'limited' && (
            <p className="hint">{t('sealed.limited')}</p>
          )}
        </div>
      )}
    </>
  )
}

function sizeOf(files: readonly BundleFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

function lastName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1)
}

/** Name of the transfer: its title, its only file, or the number of files. */
function nameOf(title: string | undefined, files: readonly BundleFile[]): string {
  const [first] = files
  if (title) return title
  if (!first) return t('sealed.text')
  return first && files.length === 1 ? lastName(first.path) : t('download.files', { files: files.length })
}

function savedName(title: string | undefined, files: readonly BundleFile[]): string {
  const [first] = files
  if (first && files.length === 1) return lastName(first.path)
  return `${title ? title.replaceAll(/[/\\:*?"<>|]/g, '_') : 'files'}.zip`
}
