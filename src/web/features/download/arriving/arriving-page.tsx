import '#web/transfers/ui/progress/progress-view.css'
import './arriving.css'
import { use, useEffect, useReducer, useRef } from 'react'
import { followArrival } from '#client/follow-arrival.ts'
import { endToEndMethod } from '#contract/transfers/end-to-end.ts'
import type { FileInfo } from '#contract/transfers/files.ts'
import { formatClock, formatSize } from '#web/i18n/format/format.ts'
import { t } from '#web/i18n/t.ts'
import { ServiceConfigContext } from '#web/service/service-config.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { announce } from '#web/ui/messages/announce.tsx'
import { useDocumentTitle } from '#web/ui/page/title.tsx'
import { LifeLine } from '#web/ui/time/countdown.tsx'
import {
  type ArrivalState,
  type EndReason,
  nextArrival,
  percentOf,
  secondsToCome,
  startArrival,
} from './arrival-state.ts'

type Props = {
  file: FileInfo
  /** Whether the download begins by itself once the file is ready. */
  armed: boolean
  onArm: (armed: boolean) => void
  /** Looks for the file again. */
  look: () => Promise<void>
}

/** Page of a link whose files are still being uploaded. It becomes the page of the file by itself. */
export default function ArrivingPage({ file, armed, onArm, look }: Props) {
  const state = useArrival(file, look)
  const { ended, pausedSince, away } = state
  const percent = percentOf(state)
  const ready = readyText(state)
  useDocumentTitle(ended ? t('download.notAvailable') : t('arriving.title', { percent }))
  useSpoken(spokenText(file, state))
  const isStill = pausedSince !== undefined || away
  return (
    <div className="box-page">
      <section className={`box file-box ${ended ? 'box-empty' : 'box-attach'}`}>
        {ended ? (
          <LifeLine left={0} className="apart" />
        ) : (
          <>
            <div className="remain num">
              <span>{t('arriving.percent', { percent })}</span>
              <span>{ready}</span>
            </div>
            <div
              className={`feed feed-top ${isStill ? 'feed-still' : ''}`}
              style={{ '--p': percent }}
              role="progressbar"
              aria-label={t('arriving.progress')}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={percent}
              aria-valuetext={t('upload.valueText', { percent, step: ready })}
            />
          </>
        )}
        <h1 className="title-xl file-title arriving-title">{file.title ?? t('arriving.heading')}</h1>
        <p className="bar-row file-facts">
          {file.senderName !== null && <span>{t('download.from', { name: file.senderName })}</span>}
          {file.uploadedBy !== null && <span>{t('download.by', { name: file.uploadedBy })}</span>}
          <span className="num">{formatSize(state.total)}</span>
        </p>
        {ended ? (
          <p role="alert" className="gap-above">
            {endText(ended)}
          </p>
        ) : (
          <Arm armed={armed} onArm={onArm} />
        )}
      </section>
      {!ended && (
        <section className="card card-pad">
          <h2 className="vh">{t('upload.steps')}</h2>
          <Steps file={file} state={state} />
        </section>
      )}
    </div>
  )
}

/** One button in one place, so that the focus stays. */
function Arm({ armed, onArm }: Pick<Props, 'armed' | 'onArm'>) {
  return (
    <div className="stack-s get">
      {armed && (
        <p className="armed">
          <Icon name="tick" />
          <span>
            <b>{t('arriving.armed')}</b> {t('arriving.keepOpen')}
          </span>
        </p>
      )}
      <div className="copyfield">
        <Button variant={armed ? 'secondary' : 'primary'} large onClick={() => onArm(!armed)}>
          {!armed && <Icon name="download" />}
          {armed ? t('arriving.disarm') : t('arriving.download')}
        </Button>
      </div>
      {!armed && <p className="hint">{t('arriving.hint')}</p>}
    </div>
  )
}

function Steps({ file, state }: { file: FileInfo; state: ArrivalState }) {
  const scanner = use(ServiceConfigContext)?.scanner ?? 'built-in'
  const isChecked = scanner !== 'off' && file.encryptionMethod !== endToEndMethod
  const hasArrived = percentOf(state) === 100
  const rows = [
    { key: 'upload', text: uploadingText(file, state), isNow: !hasArrived },
    ...(isChecked
      ? [
          {
            key: 'scan',
            text: t(scanner === 'built-in' ? 'arriving.check' : 'arriving.scan'),
            isNow: hasArrived,
          },
        ]
      : []),
    { key: 'ready', text: t('arriving.ready'), isNow: hasArrived && !isChecked },
  ]
  const now = rows.findIndex(({ isNow }) => isNow)
  return (
    <ol className="steps">
      {rows.map(({ key, text }, index) => (
        <li
          key={key}
          className={index < now ? 'done' : index === now ? 'now' : ''}
          aria-current={index === now ? 'step' : undefined}
        >
          {index < now && <Icon name="tick" className="tick" />}
          <span>
            {text}
            {key === 'upload' && state.pausedSince !== undefined && !hasArrived && (
              <span className="sub">{t('arriving.pausedHint')}</span>
            )}
          </span>
          <span />
        </li>
      ))}
    </ol>
  )
}

/** Text for screen readers: each quarter, each step, and whatever stops it. The end is an alert of its own. */
function spokenText(file: FileInfo, state: ArrivalState): string {
  if (state.ended) return ''
  if (state.away) return t('arriving.away')
  const percent = percentOf(state)
  if (percent === 100) return t('arriving.beingChecked')
  if (state.pausedSince !== undefined) return uploadingText(file, state)
  const quarter = Math.floor(percent / 25) * 25
  return quarter === 0 ? '' : t('arriving.percent', { percent: quarter })
}

function useSpoken(text: string): void {
  const first = useRef(true)
  useEffect(() => {
    // The page itself has just been read.
    if (!first.current && text !== '') announce(text)
    first.current = false
  }, [text])
}

/** Milliseconds between two requests for a file that is ready. */
const readyInterval = 2000

/** Follows the upload of a file. @param look asks for the file again: it is ready, or its link may be gone */
function useArrival(file: FileInfo, look: () => Promise<void>): ArrivalState {
  const { id } = file
  const [state, dispatch] = useReducer(nextArrival, file, startArrival)
  useEffect(() => {
    let timer: number | undefined
    const stop = followArrival(
      id,
      (news) => {
        if (news.type === 'progress') return dispatch({ ...news, at: performance.now() })
        if (news.type !== 'ready') return dispatch(news)
        void look()
        // Repeated until the page of the file takes over, since an answer may be lost.
        timer = window.setInterval(() => void look(), readyInterval)
      },
      () => void look(),
    )
    return () => {
      clearInterval(timer)
      stop()
    }
  }, [id, look])
  return state
}

/** Minutes above which hours are shown. */
const maxMinutes = 90

/** When it is ready, or why that is not known. */
function readyText(state: ArrivalState): string {
  if (state.away) return t('arriving.away')
  if (percentOf(state) === 100) return t('arriving.beingChecked')
  if (state.pausedSince !== undefined)
    return t('arriving.pausedSince', { time: formatClock(state.pausedSince) })
  const seconds = secondsToCome(state)
  if (seconds === undefined) return t('upload.estimating')
  if (seconds < 60) return t('arriving.readySoon')
  const minutes = Math.ceil(seconds / 60)
  return minutes > maxMinutes
    ? t('arriving.readyInHours', { hours: Math.round(minutes / 60) })
    : t('arriving.readyIn', { minutes })
}

/** The first step: who uploads, and whether that goes on. */
function uploadingText(file: FileInfo, { pausedSince }: ArrivalState): string {
  const name = file.uploadedBy ?? file.senderName
  if (pausedSince !== undefined)
    return name === null ? t('arriving.senderPaused') : t('arriving.paused', { name })
  return name === null ? t('arriving.senderUploading') : t('arriving.uploading', { name })
}

function endText(reason: EndReason): string {
  switch (reason) {
    case 'cancelled':
      return t('arriving.cancelled')
    case 'virus':
      return t('arriving.virus')
    case 'refused':
      return t('arriving.refused')
    case 'stopped':
      return t('arriving.stopped')
  }
}
