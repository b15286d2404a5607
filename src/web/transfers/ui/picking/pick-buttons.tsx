import { type ReactNode, useRef } from 'react'
import { t } from '#web/i18n/t.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon } from '#web/ui/icons/icon.tsx'
import { fromInput, type Reading } from '../../selection/picked-files.ts'

type Props = {
  onPick: (reading: Promise<Reading>) => void
  primary?: boolean
  /** The types of files that the chooser offers, as inputs have them. */
  accept?: string | undefined
}

/** Two real buttons that open the browser's own choosers. */
export function PickButtons({ onPick, primary = false, accept }: Props) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  const folders = 'webkitdirectory' in HTMLInputElement.prototype
  function take(input: HTMLInputElement) {
    const { files } = input
    if (!files?.length) return
    const reading = fromInput(files)
    onPick(reading)
    // The same files can be picked again; what was picked meanwhile stays until it has been read, too.
    const clear = () => {
      if (input.files === files) input.value = ''
    }
    reading.then(clear, clear)
  }
  return (
    <>
      <input
        ref={files}
        type="file"
        multiple
        accept={accept}
        hidden
        onChange={(event) => take(event.target)}
      />
      <Button data-pick variant={primary ? 'primary' : 'secondary'} onClick={() => files.current?.click()}>
        {primary && <Icon name="file" />}
        {t('upload.selectFiles')}
      </Button>
      {folders && (
        <>
          <input
            ref={folder}
            type="file"
            webkitdirectory=""
            hidden
            onChange={(event) => take(event.target)}
          />
          <Button onClick={() => folder.current?.click()}>
            {primary && <Icon name="folder" />}
            {t('upload.selectFolder')}
          </Button>
        </>
      )}
    </>
  )
}

declare module 'react' {
  interface InputHTMLAttributes<T> {
    webkitdirectory?: T extends HTMLInputElement ? '' : never
  }
}

type PaperProps = {
  /** Whether files hang over the window now. */
  over: boolean
  reading: boolean
  /** Says how dropped files are handled. */
  children?: ReactNode
}

/** The paper above the slot of the box: what to do here, for a mouse and for a finger. */
export function DropPaper({ over, reading, children }: PaperProps) {
  return (
    <div className="drop-target">
      <div className="paper">
        <strong>
          <b className="mouse">{t(over ? 'upload.letGo' : reading ? 'upload.reading' : 'upload.dropHere')}</b>
          <b className="touch">{t('upload.addHere')}</b>
        </strong>
        {children}
      </div>
      <span className="slot" aria-hidden="true" />
    </div>
  )
}

type MoreProps = Pick<Props, 'accept' | 'onPick'> & Omit<PaperProps, 'children'>

/** The box once files are selected: small, for more of them. */
export function DropMore({ over, reading, accept, onPick }: MoreProps) {
  return (
    <div className={`box mini box-attach ${over ? 'over' : ''}`}>
      <span className="slot" aria-hidden="true" />
      <b>
        <span className="mouse">{t(reading ? 'upload.reading' : 'upload.dropMore')}</span>
        <span className="touch">{t(reading ? 'upload.reading' : 'upload.addHere')}</span>
      </b>
      <div className="bar-row">
        <PickButtons accept={accept} onPick={onPick} />
      </div>
    </div>
  )
}
