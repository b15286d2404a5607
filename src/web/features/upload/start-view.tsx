import '#web/transfers/ui/picking/drop-box.css'
import { useState } from 'react'
import { textIn } from '#contract/operations/branding/names.ts'
import { regionElsewhere } from '#contract/operations/hosting-region.ts'
import type { ServiceConfig } from '#contract/service.ts'
import { formatDuration, formatSize } from '#web/i18n/format/format.ts'
import { spokenLanguage } from '#web/i18n/language.ts'
import { type TextKey, t, textWith } from '#web/i18n/t.ts'
import { paths } from '#web/router/paths.ts'
import { canSignUp, useServiceConfig } from '#web/service/service-config.ts'
import type { Reading } from '#web/transfers/selection/picked-files.ts'
import { sentHereKey } from '#web/transfers/store/active.ts'
import { DropPaper, PickButtons } from '#web/transfers/ui/picking/pick-buttons.tsx'
import { brand } from '#web/ui/browser/brand.ts'
import { browserStore, stoppedUploadsKey } from '#web/ui/browser/browser-store.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Icon, type IconName } from '#web/ui/icons/icon.tsx'
import { lazyExtra } from '#web/ui/lazy/lazy-part.tsx'
import { Link } from '#web/ui/page/link.tsx'

/** Fetched where something is kept, in the installed app, and where files were handed over: the query says so. */
const KeptHere = lazyExtra(() => import('./kept-here.tsx'), null, 'sent')

type StartProps = {
  /** Begins a text in place of files; false for senders who may not encrypt end-to-end. */
  onWrite: false | (() => void)
}

/** Introduces the service, with the box while it is empty. */
export function StartView(box: BoxProps & StartProps) {
  const { limits } = box.config
  const store = browserStore('localStorage')
  const [listed] = useState(() => store?.getItem(sentHereKey)?.startsWith('[') === true)
  const [asked] = useState(location.search)
  const [stopped] = useState(() => store?.getItem(stoppedUploadsKey) != null)
  return (
    <>
      <div className="home">
        <div className="stack copy">
          <h1>{ownText('startTitle') || t('home.title')}</h1>
          <p className="lede">
            {ownText('startText') || t('home.lede', { size: formatSize(limits.fileSize.free) })}
          </p>
        </div>
        <FactList config={box.config} />
        <DropBox {...box} />
        {box.onWrite && (
          <p className="instead">
            <Button variant="link" onClick={box.onWrite}>
              {t('home.writeText')}
            </Button>
          </p>
        )}
      </div>
      {(listed || stopped || asked) && <KeptHere {...box} listed={listed} stopped={stopped} />}
    </>
  )
}

/** Words of the operator in place of ours. */
function ownText(name: 'startTitle' | 'startText'): string {
  return brand ? textIn(brand[name], spokenLanguage()) : ''
}

type BoxProps = {
  over: boolean
  reading: boolean
  config: ServiceConfig
  notice: string
  /** Whether sending requires an account. */
  closed: boolean
  onPick: (reading: Promise<Reading>) => void
  /** Bytes that one file may have. */
  limit: number
}

/** The box, empty: post files into it. */
function DropBox({ over, reading, config, limit, notice, closed, onPick }: BoxProps) {
  const lives = config.expiryOptions.filter(({ pro }) => !pro).map(({ duration }) => duration)
  const from = formatDuration(Math.min(...lives), 'long')
  const to = formatDuration(Math.max(...lives), 'long')
  return (
    <section className={`box drop ${over ? 'over' : ''}`} aria-label={t('upload.dropZone')}>
      <DropPaper over={over} reading={reading}>
        <span>{t('upload.folderBecomesZip')}</span>
      </DropPaper>
      <div className="under">
        <div className="ctas">{closed ? <SignInFirst /> : <PickButtons primary onPick={onPick} />}</div>
        {notice && (
          <p className="note note-bad" role="alert">
            {notice}
          </p>
        )}
        <div className="plate">
          <div>
            <b>{formatSize(limit)}</b> {t('upload.perFile')}
          </div>
          <div>{textWith('upload.kept', { from: <b>{from}</b>, to: <b>{to}</b> })}</div>
        </div>
      </div>
    </section>
  )
}

/** Shown if only people with an account may send. */
function SignInFirst() {
  const config = useServiceConfig()
  return (
    <>
      <p>{t(config.anonymousUploadsElsewhere ? 'home.networkOrSignIn' : 'home.signInToSend')}</p>
      <Link className="btn btn-primary" to={paths.login}>
        {t('account.signIn')}
      </Link>
      {canSignUp(config) && (
        <Link className="btn btn-line" to={paths.register}>
          {t('account.create')}
        </Link>
      )}
    </>
  )
}

const protection: Record<ServiceConfig['scanner'], TextKey> = {
  clamd: 'home.scannedAndEncrypted',
  'built-in': 'home.checkedAndEncrypted',
  off: 'home.encrypted',
}

/** Three things a sender may rely on; never more than the server does. */
function FactList({ config: { scanner, hostingRegion } }: { config: ServiceConfig }) {
  const facts: [IconName, string][] = [
    ['flag', t('home.hosted', { region: regionElsewhere(hostingRegion) ?? 'none' })],
    ['lock', t(protection[scanner])],
    ['clock', t('home.deleted')],
  ]
  return (
    <ul className="facts">
      {facts.map(([icon, text]) => (
        <li key={text}>
          <Icon name={icon} />
          {text}
        </li>
      ))}
    </ul>
  )
}
