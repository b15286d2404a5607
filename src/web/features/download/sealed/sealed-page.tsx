import '#web/transfers/ui/progress/progress-view.css'
import { useRef, useState } from 'react'
import type { FileInfo } from '#contract/transfers/files.ts'
import type { BundleFile } from '#end-to-end/format/manifest.ts'
import { formatClock, formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useShownLinks } from '#web/service/service-config.ts'
import { Icon } from '#web/ui/icons/icon.tsx'
import { PanelIcon } from '#web/ui/icons/panel-icon.tsx'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import { showToast } from '#web/ui/messages/toast.ts'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { clockNow } from '#web/ui/time/clock.ts'
import { TimeLeft } from '../box/file-box.tsx'
import { goneText } from '../box/file-text.ts'
import { ReportThis } from '../problems/not-available.tsx'
import type { Gone } from '../problems/problem.ts'
import type { ToSave } from './saving/to-save.ts'
import { SealedInside } from './sealed-inside.tsx'
import { SealedMore } from './sealed-more.tsx'
import { useSealed } from './use-sealed.ts'

/** Fetched with the texts of lists once there is something to list. */
const SealedFiles = lazyPart(() => import('./list/sealed-files.tsx'), null, 'contents')

type Props = {
  file: FileInfo
  gone: Gone | undefined
  now: number
  /** Looks for the file again. */
  look: () => Promise<void>
}

/** Page of a transfer that only its receiver's browser can open: names, sizes and message come out of what was sealed. */
export default function SealedPage({ file, gone: goneNow, now, look }: Props) {
  const sealed = useSealed(file)
  const manifest = sealed.opened?.bundle.manifest
  const heading = useRef<HTMLHeadingElement>(null)
  const [shownAt, setShownAt] = useState<number>()
  const isUsed = isUsedHere(file, goneNow) && manifest !== undefined
  const gone = isUsed ? undefined : goneNow
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
  const isText = manifest?.files.length === 0
  const ended = isUsed && isText && shownAt !== undefined ? endedText(file, shownAt) : ''
  function noteShown() {
    setShownAt(clockNow())
    heading.current?.focus()
    // Files count when they have arrived.
    if (isText)
      void sealed.opened
        ?.received()
        .catch(() => {})
        .then(look)
  }
  const ofLink = isText ? 'sealed.whoCanReadText' : 'sealed.whoCanOpenText'
  const whoCanOpen = sealed.isForOwner ? 'sealed.onlyYouText' : ofLink
  const what = isText ? 'sealedText' : isSingle ? 'sealedFile' : 'sealedFiles'
  const missing = !manifest && sealed.key === undefined && !sealed.isForOwner
  return (
    <div className={`box-page ${isListed && !isSingle ? 'with-contents' : ''}`}>
      <section className={`box box-attach file-box ${gone || ended ? 'box-empty' : ''}`}>
        {manifest?.senderName && (
          <p className="bar-row file-facts">{t('download.from', { name: manifest.senderName })}</p>
        )}
        {manifest?.message && (
          <figure className="file-message">
            <figcaption className="xs muted">{t('file.message')}</figcaption>
            <blockquote className="quote">{manifest.message}</blockquote>
          </figure>
        )}
        <h1 className="title-xl file-title" ref={heading} tabIndex={-1}>
          {name ?? t(sealed.isForOwner ? 'sealed.forYou' : missing ? 'sealed.keyMissing' : 'sealed.label')}
        </h1>
        <p className="bar-row file-facts">
          {all && all.files.length > 0 && <span className="num">{formatSize(sizeOf(all.files))}</span>}
          {manifest?.title && manifest.files.length > 1 && (
            <span className="num">{t('download.files', { files: manifest.files.length })}</span>
          )}
          {(manifest || missing || sealed.isForOwner) && (
            <span className="badge badge-sheet">
              <PanelIcon name="key" />
              {t('sealed.label')}
            </span>
          )}
        </p>
        {!ended && <TimeLeft file={file} gone={gone} now={now} />}
        {gone ? (
          <p role="alert" className="gap-above">
            {goneText(gone, false)}
          </p>
        ) : (
          <>
            {!isText && (
              <p className="note note-warn gap-above">
                <Icon name="warning" />
                <span>{t(sealed.isForOwner ? 'sealed.senderNotChecked' : 'sealed.notScanned')}</span>
              </p>
            )}
            {sealed.keyWasSent && <p className="note note-warn">{t('sealed.keyWasSent')}</p>}
            <SealedInside
              sealed={sealed}
              file={file}
              all={all}
              latest={latest}
              link={bare}
              quiet={someSelected}
              ended={ended}
              onShown={noteShown}
              onSave={save}
            />
          </>
        )}
      </section>
      {!isSingle && list}
      <section className="card clip file-more">
        {isSingle && list && <div className="card-pad single-preview">{list}</div>}
        <SealedMore
          file={file}
          link={bare}
          linkKey={isUsed || gone ? undefined : sealed.key}
          opened={name === undefined ? undefined : { what, name }}
          whoCanOpen={t(whoCanOpen)}
          isUsed={isUsed}
        />
      </section>
      <ReportThis />
    </div>
  )
}

/**
 * Whether a limited transfer is gone because it was opened: on the page that has opened it nothing is taken away, and what was
 * not read yet is read with its ticket.
 */
function isUsedHere({ contents, deleteAfterDownload }: FileInfo, gone: Gone | undefined): boolean {
  return contents === 'limited' && (gone === 'used-up' || (gone === 'deleted' && deleteAfterDownload))
}

function endedText({ deleteAfterDownload }: FileInfo, shownAt: number): string {
  const time = formatClock(shownAt)
  return t(deleteAfterDownload ? 'sealed.openedDeleted' : 'sealed.openedLast', { time })
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
