import { useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { useServiceConfig } from '../../api/service-config.ts'
import { formatSize } from '../../i18n/format.ts'
import { t } from '../../i18n/t.ts'
import { announce } from '../../ui/announce.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { DropBox } from './drop-box.tsx'
import { FactList } from './fact-list.tsx'
import { focusPicker } from './focus-picker.ts'
import { OptionsPanel } from './options-panel.tsx'
import { SelectedFiles } from './selected-files.tsx'
import { addFiles, type PickedFile, removeItem, type Selection, sumOf } from './selection.ts'
import { SuccessView } from './success-view.tsx'
import type { TransferOptions } from './transfer-options.ts'
import { initialTransfer, transferReducer } from './transfer-state.ts'
import { UploadingView } from './uploading-view.tsx'
import { usePageDrop } from './use-page-drop.ts'
import { useTransfer } from './use-transfer.ts'

const noOptions: TransferOptions = {
  expiresIn: '',
  password: '',
  description: '',
  deleteAfterDownload: false,
}

/** The home page: pick files, choose what becomes of them, send them, take the link. */
export default function UploadPage() {
  const config = useServiceConfig()
  const [selection, setSelection] = useState<Selection>([])
  const [notice, setNotice] = useState('')
  const [chosen, setChosen] = useState(noOptions)
  const options = { ...chosen, expiresIn: chosen.expiresIn || config.defaultExpiry }
  const [state, dispatch] = useReducer(transferReducer, initialTransfer)
  const { start, cancel } = useTransfer(dispatch)
  const over = usePageDrop(pick)
  useDocumentTitle(titleOf(state, selection))

  function pick(picked: PickedFile[]) {
    if (state.step !== 'selecting' || picked.length === 0) return
    const { selection: next, tooLarge } = addFiles(selection, picked, config.limits.fileSize.free)
    dispatch({ type: 'reset' })
    setSelection(next)
    setNotice(tooLarge.map((name) => t('upload.tooLarge', { name })).join(' '))
    if (next.length === selection.length) return
    const { files, size } = sumOf(next)
    announce(t('upload.announceSelection', { files, items: next.length, size: formatSize(size) }))
  }
  function remove(key: string) {
    const at = selection.findIndex((item) => item.key === key)
    const next = removeItem(selection, key)
    flushSync(() => setSelection(next))
    focusAfterRemoval(at, next.length)
    announce(t('upload.announceRemoved', { items: next.length }))
  }
  function send() {
    setNotice('')
    void start(selection, options, config.uploadOrigin)
  }

  if (state.step === 'uploading')
    return <UploadingView transfer={state} onCancel={cancel} scanned={config.scanner !== 'off'} />
  if (state.step === 'done') {
    return (
      <SuccessView
        reply={state.reply}
        options={state.options}
        startedAt={state.finishedAt}
        onAnother={() => {
          flushSync(() => {
            setSelection([])
            setChosen(noOptions)
            dispatch({ type: 'reset' })
          })
          focusPicker()
        }}
      />
    )
  }
  if (selection.length === 0) {
    return (
      <div className="home">
        <div className="stack copy">
          <h1>{t('home.title')}</h1>
          <p className="lede">{t('home.lede', { size: formatSize(config.limits.fileSize.free) })}</p>
        </div>
        <FactList scanner={config.scanner} />
        <DropBox over={over} onPick={pick} config={config} notice={notice} />
      </div>
    )
  }
  return (
    <>
      <h1 className="vh">{t('nav.upload')}</h1>
      <div className="compose has-go">
        <SelectedFiles
          selection={selection}
          over={over}
          severalFiles={config.severalFiles}
          limit={config.limits.fileSize.free}
          onPick={pick}
          onRemove={remove}
          onClear={() => {
            flushSync(() => {
              setSelection([])
              setNotice('')
            })
            focusPicker()
          }}
        />
        <OptionsPanel
          config={config}
          files={sumOf(selection).files}
          problem={notice || state.problem}
          cameBack={state !== initialTransfer}
          options={options}
          onChange={setChosen}
          onSend={send}
        />
      </div>
    </>
  )
}

function titleOf(state: { step: string; percent?: number }, selection: Selection): string {
  if (state.step === 'uploading') return t('title.uploading', { percent: state.percent ?? 0 })
  if (state.step === 'done') return t('title.done')
  return selection.length > 0 ? t('title.selected', { items: selection.length }) : t('title.home')
}

/** The next Remove takes the focus, else the last one, else Select Files. */
function focusAfterRemoval(at: number, left: number) {
  if (left === 0) return focusPicker()
  document.querySelectorAll<HTMLElement>('.files .icon-btn')[Math.min(at, left - 1)]?.focus()
}
