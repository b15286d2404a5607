import { useState } from 'react'
import { flushSync } from 'react-dom'
import type { ServiceConfig } from '#contract/service.ts'
import type { Sender } from '../../accounts/sender.ts'
import { formatSize } from '../../i18n/format.ts'
import { t } from '../../i18n/t.ts'
import type { Reading } from '../../transfers/selection/picked-files.ts'
import { addPicked, removeItem, type Selection, sumOf } from '../../transfers/selection/selection.ts'
import { announce } from '../../ui/messages/announce.tsx'
import { focusPicker } from './focus-picker.ts'
import { rejectedFilesText } from './rejected-files-text.ts'

type Picking = {
  selection: Selection
  /** Bytes that one file may have. */
  limit: number
  /** Why something that was picked last was not taken; empty where all was. */
  notice: string
  pick: (reading: Reading) => void
  remove: (key: string) => void
  clear: () => void
  forgetNotice: () => void
}

/** What was picked to be sent, and how that changes: it is spoken, and the keyboard stays where it can go on. */
export function useSelection(config: ServiceConfig, sender: Sender): Picking {
  const [selection, setSelection] = useState<Selection>([])
  const [notice, setNotice] = useState('')
  const limit = config.limits.fileSize[sender.isPro ? 'pro' : 'free']

  function pick({ picked, unreadable }: Reading) {
    const { selection: next, rejected } = addPicked(selection, picked, {
      fileSize: limit,
      ...config.fileTypes,
    })
    setSelection(next)
    setNotice(rejectedFilesText(rejected, unreadable, config, sender))
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
  function clear() {
    setSelection([])
    setNotice('')
  }
  return { selection, limit, notice, pick, remove, clear, forgetNotice: () => setNotice('') }
}

/** The next Remove takes the focus, else the last one, else Select Files. */
function focusAfterRemoval(at: number, left: number) {
  if (left === 0) return focusPicker()
  document.querySelectorAll<HTMLElement>('.files .icon-btn')[Math.min(at, left - 1)]?.focus()
}
