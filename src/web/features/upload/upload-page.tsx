import './upload.css'
import { useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSender } from '../../api/sender.ts'
import { useServiceConfig } from '../../api/service-config.ts'
import { formatSize } from '../../i18n/format.ts'
import { t } from '../../i18n/t.ts'
import { announce } from '../../ui/announce.tsx'
import { useDocumentTitle } from '../../ui/use-document-title.ts'
import { DropBox } from './drop-box.tsx'
import { FactList } from './fact-list.tsx'
import { focusPicker } from './focus-picker.ts'
import { leftOutText, overLimitText } from './left-out-text.ts'
import { type KeyDialogComponent, OptionsPanel } from './options-panel.tsx'
import type { Reading } from './picked-files.ts'
import { SelectedFiles } from './selected-files.tsx'
import { addPicked, removeItem, type Selection, sumOf } from './selection.ts'
import { SendBar } from './send-bar.tsx'
import { StoppedOffer } from './stopped-offer.tsx'
import { SuccessView } from './success-view.tsx'
import { startOptions } from './transfer-options.ts'
import { initialTransfer, type Transfer, transferReducer } from './transfer-state.ts'
import { uploadWay } from './upload-way.ts'
import { UploadingView } from './uploading-view.tsx'
import { usePageDrop } from './use-page-drop.ts'
import { useStopped } from './use-stopped.ts'
import { useTransfer } from './use-transfer.ts'

/** The home page: pick files, choose what becomes of them, send them, take the link. */
export default function UploadPage({ KeyDialog }: { KeyDialog: KeyDialogComponent }) {
  const config = useServiceConfig()
  const sender = useSender()
  const [selection, setSelection] = useState<Selection>([])
  const [notice, setNotice] = useState('')
  const [options, setOptions] = useState(() => startOptions(config))
  const [state, dispatch] = useReducer(transferReducer, initialTransfer)
  const { start, resume, cancel } = useTransfer(dispatch, config)
  const { over, reading } = usePageDrop(pick)
  const { files, size } = sumOf(selection)
  const selecting = state.step === 'selecting'
  const { stopped, forget } = useStopped(selection, selecting && uploadWay({ files, size }, config).resumable)
  const plan = sender.isPro ? 'pro' : 'free'
  const fileSize = config.limits.fileSize[plan]
  useDocumentTitle(titleOf(state, selection))

  function pick({ picked, unreadable }: Reading) {
    if (!selecting || picked.length + unreadable.length === 0) return
    const { selection: next, leftOut } = addPicked(selection, picked, { fileSize, ...config.fileTypes })
    dispatch({ type: 'reset' })
    setSelection(next)
    setNotice(leftOutText(leftOut, unreadable, config, sender))
    if (next.length === selection.length) return
    const sum = sumOf(next)
    announce(
      t('upload.announceSelection', { files: sum.files, items: next.length, size: formatSize(sum.size) }),
    )
  }
  function remove(key: string) {
    const at = selection.findIndex((item) => item.key === key)
    const next = removeItem(selection, key)
    flushSync(() => setSelection(next))
    focusAfterRemoval(at, next.length)
    announce(t('upload.announceRemoved', { items: next.length }))
  }
  function clear() {
    flushSync(() => {
      setSelection([])
      setNotice('')
      dispatch({ type: 'reset' })
    })
    focusPicker()
  }
  function startAnew() {
    setOptions(startOptions(config))
    clear()
  }

  if (state.step === 'uploading')
    return <UploadingView transfer={state} onCancel={cancel} scanned={config.scanner !== 'off'} />
  if (state.step === 'done') {
    const { reply, facts, finishedAt } = state
    return (
      <SuccessView
        reply={reply}
        facts={facts}
        startedAt={finishedAt}
        signedIn={sender.signedIn}
        onAnother={startAnew}
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
        <DropBox
          over={over}
          reading={reading}
          onPick={pick}
          config={config}
          limit={fileSize}
          notice={notice}
        />
      </div>
    )
  }
  const overLimit = overLimitText({ files, size }, config.limits, sender)
  const problems = [notice, overLimit, state.problem].filter((problem) => problem !== '')
  const cameBack = state !== initialTransfer
  return (
    <>
      <h1 className="vh">{t('nav.upload')}</h1>
      <div className="compose has-go">
        <SelectedFiles
          selection={selection}
          over={over}
          reading={reading}
          limit={fileSize}
          onPick={pick}
          onRemove={remove}
          onClear={clear}
        />
        {stopped ? (
          <StoppedOffer
            percent={stopped.percent}
            problems={problems}
            cameBack={cameBack}
            onResume={() => void resume(selection, stopped.upload, options)}
            onStartOver={() => {
              flushSync(forget)
              document.querySelector<HTMLElement>('.opts input:checked')?.focus()
            }}
          />
        ) : (
          <OptionsPanel
            config={config}
            sender={sender}
            options={options}
            onChange={setOptions}
            KeyDialog={KeyDialog}
            onSend={() => {
              setNotice('')
              void start(selection, options)
            }}
          >
            <SendBar files={files} problems={problems} blocked={overLimit !== ''} cameBack={cameBack} />
          </OptionsPanel>
        )}
      </div>
    </>
  )
}

function titleOf(state: Transfer, selection: Selection): string {
  if (state.step === 'uploading') return t('title.uploading', { percent: state.percent })
  if (state.step === 'done') return t('title.done')
  return selection.length > 0 ? t('title.selected', { items: selection.length }) : t('title.home')
}

/** The next Remove takes the focus, else the last one, else Select Files. */
function focusAfterRemoval(at: number, left: number) {
  if (left === 0) return focusPicker()
  document.querySelectorAll<HTMLElement>('.files .icon-btn')[Math.min(at, left - 1)]?.focus()
}
