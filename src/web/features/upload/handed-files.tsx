import { useEffect, useEffectEvent, useState } from 'react'
import { createPortal } from 'react-dom'
import { t } from '#web/i18n/t.ts'
import { navigate } from '#web/router/history.ts'
import type { Reading } from '#web/transfers/selection/picked-files.ts'
import { ownWorkers } from '#web/ui/browser/own-workers.ts'

declare global {
  interface Window {
    /** Missing in browsers that open no files with an app. */
    readonly launchQueue?: {
      setConsumer(take: (launch: { readonly files: readonly FileSystemFileHandle[] }) => void): void
    }
  }
}

const address = '/share-worker.js'
/** Milliseconds for which shared files may be taken. */
const hour = 60 * 60 * 1000

type Props = {
  /** Whether nothing may be sent now: what was shared waits until the app is opened by someone who may. */
  closed: boolean
  onPick: (reading: Promise<Reading>) => void
}

/**
 * Starts the worker that keeps what a phone shares with the app, public/share-worker.js. Picks what it keeps, and what a desktop
 * opens with the app; says so where shared files did not come along.
 */
export function HandedFiles({ closed, onPick }: Props) {
  const [missed, setMissed] = useState(false)
  const take = useEffectEvent(async () => {
    const isShared = location.search === '?shared'
    // A reload would ask for them again.
    if (/^\?(shared|opened|app)$/.test(location.search)) navigate('/', { replace: true })
    void startKeeping().catch(() => {})
    if (closed) return
    window.launchQueue?.setConsumer(({ files }) => {
      if (files.length > 0) onPick(readOpened(files))
    })
    const shared = await takeShared().catch(() => readingOf([]))
    if (shared.picked.length > 0) onPick(Promise.resolve(shared))
    else setMissed(isShared)
  })
  useEffect(() => void take(), [])
  const place = document.querySelector('.drop > .under')
  if (!missed || !place) return null
  return createPortal(
    <p className="note note-bad" role="alert">
      {t('upload.chooseShared')}
    </p>,
    place,
  )
}

async function startKeeping(): Promise<void> {
  await navigator.serviceWorker?.register(ownWorkers?.createScriptURL(address) ?? address, {
    scope: '/share',
    updateViaCache: 'none',
  })
}

/** Takes what the worker keeps; a second page that asks gets nothing. */
async function takeShared(): Promise<Reading> {
  const database = await openKept()
  try {
    const turn = database.transaction('kept', 'readwrite')
    const store = turn.objectStore('kept')
    const asked: IDBRequest<{ at: number; files: File[] }[]> = store.getAll()
    store.clear()
    await new Promise((resolve, reject) => {
      turn.oncomplete = resolve
      turn.onabort = () => reject(turn.error)
    })
    const fresh = asked.result.filter(({ at }) => Math.abs(Date.now() - at) <= hour)
    return readingOf(fresh.flatMap(({ files }) => files))
  } finally {
    database.close()
  }
}

async function readOpened(handles: readonly FileSystemFileHandle[]): Promise<Reading> {
  const unreadable: string[] = []
  const files = await Promise.all(
    handles.map((handle) =>
      handle.getFile().catch(() => {
        unreadable.push(handle.name)
        return []
      }),
    ),
  )
  return readingOf(files.flat(), unreadable)
}

function readingOf(files: readonly File[], unreadable: string[] = []): Reading {
  const picked = files.map((file) => ({
    name: file.name,
    isFolder: false,
    files: [{ file, path: file.name }],
  }))
  return { picked, unreadable }
}

/** The same database as the worker's. */
function openKept(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open('restante-shared', 1)
    opening.onupgradeneeded = () => opening.result.createObjectStore('kept', { autoIncrement: true })
    opening.onsuccess = () => resolve(opening.result)
    opening.onerror = () => reject(opening.error)
  })
}
