import { useEffect, useState } from 'react'
import { t } from '../../i18n/t.ts'
import { announce } from '../messages/announce.tsx'
import { copyText } from './copy-text.ts'

/** Copies text, and whether that happened within the last two seconds. `field`: one that shows the text, if there is one. */
export function useCopy(): [
  copied: boolean,
  copy: (text: string, field?: HTMLInputElement) => Promise<void>,
] {
  const [copies, setCopies] = useState(0)
  useEffect(() => {
    if (copies === 0) return undefined
    const timer = setTimeout(() => setCopies(0), 2000)
    return () => clearTimeout(timer)
  }, [copies])
  async function copy(text: string, field?: HTMLInputElement) {
    if (!(await copyText(text, field))) return
    setCopies((count) => count + 1)
    announce(t('copy.done'))
  }
  return [copies > 0, copy]
}
