import './upload-page.css'
import { useReducer, useState } from 'react'
import { flushSync } from 'react-dom'
import { useSender } from '../../accounts/sender.ts'
import { useServiceConfig } from '../../app/service/service-config.ts'
import { t } from '../../i18n/t.ts'
import { startOptions } from '../../transfers/engine/transfer-options.ts'
import { initialTransfer, type Transfer, transferReducer } from '../../transfers/engine/transfer-state.ts'
import { uploadWay } from '../../transfers/engine/upload-way.ts'
import type { Reading } from '../../transfers/selection/picked-files.ts'
import { type Selection, sumOf } from '../../transfers/selection/selection.ts'
import { SuccessView } from '../../transfers/ui/success-view.tsx'
import { UploadingView } from '../../transfers/ui/uploading-view.tsx'
import { useDocumentTitle } from '../../ui/page/use-document-title.ts'
import { focusPicker } from './focus-picker.ts'
import { type KeyDialogComponent, OptionsPanel } from './options/options-panel.tsx'
import { overLimitText } from './rejected-files-text.ts'
import { SelectedFiles } from './selected-files.tsx'
import { SendBar } from './send-bar.tsx'
import { StartView } from './start-view.tsx'
import { StoppedOffer } from './stopped-offer.tsx'
import { usePageDrop } from './use-page-drop.ts'
import { useSelection } from './use-selection.ts'
import { useStopped } from './use-stopped.ts'
import { useTransfer } from './use-transfer.ts'

/** The home page: pick files, choose what becomes of them, send them, take the link. */
export default function UploadPage({ KeyDialog }: { KeyDialog: KeyDialogComponent }) {
  const config = useServiceConfig()
  const sender = useSender()
  const { selection, limit, notice, ...picking } = useSelection(config, sender)
  const [options, setOptions] = useState(() => startOptions(config))
  const [state, dispatch] = useReducer(transferReducer, initialTransfer)
  const { start, resume, cancel } = useTransfer(dispatch, config)
  const { over, reading } = usePageDrop(pick)
  const sum = sumOf(selection)
  const selecting = state.step === 'selecting'
  const { stopped, forget } = useStopped(selection, selecting && uploadWay(sum, config).resumable)
  useDocumentTitle(titleOf(state, selection))

  function pick(given: Reading) {
    if (!selecting || given.picked.length + given.unreadable.length === 0) return
    dispatch({ type: 'reset' })
    picking.pick(given)
  }
  function clear() {
    flushSync(() => {
      picking.clear()
      dispatch({ type: 'reset' })
    })
    focusPicker()
  }
  function startAnew() {
    setOptions(startOptions(config))
    clear()
  }
  function send() {
    picking.forgetNotice()
    void start(selection, options)
  }
  function startOver() {
    flushSync(forget)
    document.querySelector<HTMLElement>('.opts input:checked')?.focus()
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
  const box = { over, reading, limit, onPick: pick }
  if (selection.length === 0) return <StartView {...box} config={config} notice={notice} />
  const overLimit = overLimitText(sum, config.limits, sender)
  const problems = [notice, overLimit, state.problem].filter((problem) => problem !== '')
  const cameBack = state !== initialTransfer
  return (
    <>
      <h1 className="vh">{t('nav.upload')}</h1>
      <div className="compose has-go">
        <SelectedFiles {...box} selection={selection} onRemove={picking.remove} onClear={clear} />
        {stopped ? (
          <StoppedOffer
            percent={stopped.percent}
            problems={problems}
            cameBack={cameBack}
            onResume={() => void resume(selection, stopped.upload, options)}
            onStartOver={startOver}
          />
        ) : (
          <OptionsPanel
            config={config}
            sender={sender}
            options={options}
            onChange={setOptions}
            onSend={send}
            KeyDialog={KeyDialog}
          >
            <SendBar files={sum.files} problems={problems} blocked={overLimit !== ''} cameBack={cameBack} />
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
