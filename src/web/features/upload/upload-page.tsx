import './upload-page.css'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSender } from '#web/accounts/session.ts'
import { formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { useServiceConfig } from '#web/service/service-config.ts'
import type { SentTransfer, Transfer } from '#web/transfers/engine/state/transfer-state.ts'
import { startOptions, underRules } from '#web/transfers/engine/transfer-options.ts'
import { uploadWay } from '#web/transfers/engine/upload-way.ts'
import type { Reading } from '#web/transfers/selection/picked-files.ts'
import {
  type FileRules,
  type SelectedItem,
  type Selection,
  suggestedTitle,
  sumOf,
} from '#web/transfers/selection/selection.ts'
import { transfers, useTransfers } from '#web/transfers/store/store.ts'
import { uploadErrorText } from '#web/transfers/ui/error-text.ts'
import { focusAfterRemoval, focusPicker } from '#web/transfers/ui/picking/focus.ts'
import { overLimitText, rejectedFilesText } from '#web/transfers/ui/picking/rejected-files-text.ts'
import { usePageDrop } from '#web/transfers/ui/picking/use-page-drop.ts'
import { useStopped } from '#web/transfers/ui/use-stopped.ts'
import { lazyPart } from '#web/ui/lazy/lazy-part.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { FileSign } from './files/file-sign.tsx'
import type { KeyDialogComponent } from './options/options-panel.tsx'
import { StartView } from './start-view.tsx'

/** Parts for the end of the way to the link, fetched as soon as there is something to send. */
const UploadingView = lazyPart(() => import('../../transfers/ui/uploading-view.tsx'), null, 'early')
const SuccessView = lazyPart(() => import('../../transfers/ui/sent/success-view.tsx'))
const TextView = lazyPart(() => import('./writing/text-view.tsx'), null, 'sealing')
/** Prefetched, so that it is there when files are picked. */
const ComposeView = lazyPart(() => import('./compose-view.tsx'))

/** The home page: pick files, choose options, send them, get the link. */
export default function UploadPage({ KeyDialog }: { KeyDialog: KeyDialogComponent }) {
  const config = useServiceConfig()
  const sender = useSender()
  const { selection, transfer: present, ...chosen } = useTransfers()
  /** A transfer sent here and deleted since, which the page says until it is left. */
  const [deleted, setDeleted] = useState<SentTransfer>()
  // The next person at this browser is not told.
  if (deleted?.asAccount && !sender.signedIn) setDeleted(undefined)
  const transfer = deleted ?? present
  const [unchosen] = useState(() => startOptions(config))
  const options = underRules(chosen.options ?? unchosen, config.rules)
  const { items } = selection
  const limit = config.limits.fileSize[sender.isPro ? 'pro' : 'free']
  const over = usePageDrop(onPick)
  const reading = selection.readings > 0
  const sum = sumOf(items)
  const selecting = transfer.step === 'selecting'
  useEffect(() => void ComposeView.fetch(), [])
  const { resumable } = uploadWay(sum, config)
  const { stopped, forget } = useStopped(items, selecting && resumable)
  useSendingParts(items.length > 0 ? resumable : undefined)
  const closed = !sender.signedIn && !config.anonymousUploads
  const mayWrite = !closed && config.endToEnd.allowed && 'subtle' in crypto
  const writes = mayWrite && items.length === 0 && options.text !== undefined
  useDocumentTitle(deleted ? t('deletion.deleted') : writes ? t('home.writing') : titleOf(transfer, items))

  function onPick(given: Reading | Promise<Reading>) {
    if (!selecting || closed || writes) return
    if (!(given instanceof Promise) && given.picked.length + given.unreadable.length === 0) return
    void pick(given, { fileSize: limit, ...config.fileTypes })
  }
  function clear() {
    flushSync(transfers.clear)
    focusPicker()
  }
  function writeNoMore() {
    flushSync(() => transfers.choose(unchosen))
    focusPicker()
  }
  function putAway(gone?: SentTransfer) {
    flushSync(() => {
      setDeleted(gone)
      transfers.dismiss()
    })
  }
  function send(title: string) {
    // Its part is there: it is fetched with those of sending.
    if (config.termsPrompt === 'at-upload')
      import('#web/accounts/terms-acceptance.ts').then((terms) => terms.acceptBySending()).catch(() => {})
    transfers.start({ ...options, title: options.title ?? title }, config)
  }
  function startAnew() {
    putAway()
    focusPicker()
  }
  function startOver() {
    flushSync(() => {
      forget()
      transfers.forgetFailure()
    })
    document.querySelector<HTMLElement>('.opts input:checked, .sumline button')?.focus()
  }

  if (transfer.step === 'uploading') return <UploadingView transfer={transfer} scanner={config.scanner} />
  if (transfer.step === 'done')
    return (
      <SuccessView
        sent={transfer}
        deleted={transfer === deleted}
        sign={signOf(items, transfer.reply.file.filename)}
        onDeleted={putAway}
        onAnother={startAnew}
      />
    )
  const notice = rejectedFilesText(selection.rejected, selection.unreadable, config, sender)
  const box = { over, reading, limit, onPick }
  if (!writes && (items.length === 0 || closed))
    return (
      <StartView
        {...box}
        config={config}
        notice={notice}
        closed={closed}
        onWrite={mayWrite && (() => transfers.choose({ ...unchosen, text: '' }))}
      />
    )
  const overLimit = overLimitText(sum, config.limits, sender)
  const { failure, cameBack } = transfer
  const title = suggestedTitle(items, config.limits.title)
  const failed = failure ? uploadErrorText(failure.error, failure.at) : ''
  const panel = {
    config,
    sender,
    options,
    suggestedTitle: title,
    files: sum.files,
    problems: [overLimit, failed].filter(Boolean),
    blocked: overLimit !== '' || reading,
    cameBack,
    onChange: transfers.choose,
    onSend: () => send(title),
    KeyDialog,
  }
  if (writes) return <TextView panel={panel} onFiles={writeNoMore} />
  return (
    <ComposeView
      list={{ ...box, selection: items, size: sum.size, notice, onRemove: removeRow, onClear: clear }}
      panel={panel}
      stopped={stopped}
      onStartOver={startOver}
    />
  )
}

/** The first picture or film of what was sent under a name, which stays selected until it is put away. */
function signOf(items: Selection, name: string) {
  for (const { files } of items)
    for (const { file } of files)
      if (/^(image|video)\//.test(file.type)) return <FileSign file={file} name={name} />
  return null
}

function titleOf(transfer: Transfer, items: Selection): string {
  if (transfer.step === 'uploading') return t('title.uploading', { percent: transfer.percent })
  if (transfer.step === 'done') return t('title.done')
  return items.length > 0 ? t('title.selected', { items: items.length }) : t('title.home')
}

/**
 * Has the parts that a selection needs on its way to the link, as soon as there is one.
 * @param resumable whether it is sent in a way that can be continued; undefined as long as nothing is selected
 */
function useSendingParts(resumable: boolean | undefined): void {
  useEffect(() => {
    if (resumable === undefined) return
    import('./sending-parts.ts').then(({ fetchSendingParts }) => fetchSendingParts(resumable)).catch(() => {})
  }, [resumable])
}

/** Adds picked files after they have been examined, and announces the new selection. */
async function pick(reading: Reading | Promise<Reading>, rules: FileRules): Promise<void> {
  const before = itemsNow().length
  await transfers.pick(reading, rules)
  const items = itemsNow()
  if (items.length === before) return
  const { files, size } = sumOf(items)
  announce(t('upload.announceSelection', { files, items: items.length, size: formatSize(size) }))
}

/** Takes a row out of the selection, the `index`-th of those that are `shown`, and moves the focus on. */
function removeRow({ key }: SelectedItem, index: number, shown: number): void {
  flushSync(() => transfers.remove(key))
  focusAfterRemoval(index, shown)
  announce(t('upload.announceRemoved', { items: itemsNow().length }))
}

function itemsNow() {
  return transfers.read().selection.items
}
