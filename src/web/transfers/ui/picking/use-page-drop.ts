import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '#web/i18n/t.ts'
import { fromText, fromTransfer, type Reading } from '#web/transfers/selection/picked-files.ts'

const textFields = 'textarea, input:not([type=radio], [type=checkbox])'

/**
 * Lets files be dropped anywhere in the window, and files or text be pasted. Walking a folder takes time: `onPick` is
 * given it at once, as what it will come to. Returns whether something hangs over the window now.
 */
export function usePageDrop(onPick: (reading: Reading | Promise<Reading>) => void): boolean {
  const [over, setOver] = useState(false)
  const pick = useEffectEvent(onPick)
  useEffect(() => {
    let depth = 0
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    function enter(event: DragEvent) {
      if (!carriesFiles(event)) return
      // Another element may come under the pointer just as it is let go: it takes what is dropped, too.
      event.preventDefault()
      depth += 1
      setOver(true)
    }
    function leave(event: DragEvent) {
      if (!carriesFiles(event)) return
      depth -= 1
      if (depth === 0) setOver(false)
    }
    function hover(event: DragEvent) {
      if (carriesFiles(event)) event.preventDefault()
    }
    function drop(event: DragEvent) {
      if (!event.dataTransfer || !carriesFiles(event)) return
      event.preventDefault()
      depth = 0
      setOver(false)
      pick(fromTransfer(event.dataTransfer))
    }
    function paste(event: ClipboardEvent) {
      // In a text field the clipboard's text is meant, not the picture that some programs put beside it.
      const typing = event.target instanceof Element && event.target.matches(textFields)
      const data = event.clipboardData
      if (typing || !data) return
      const text = data.getData('text/plain')
      if (data.files.length > 0) pick(fromTransfer(data))
      else if (text !== '') pick(fromText(text, `${t('upload.pastedText')}.txt`))
    }
    const stop = new AbortController()
    const { signal } = stop
    window.addEventListener('dragenter', enter, { signal })
    window.addEventListener('dragleave', leave, { signal })
    window.addEventListener('dragover', hover, { signal })
    window.addEventListener('drop', drop, { signal })
    window.addEventListener('paste', paste, { signal })
    return () => stop.abort()
  }, [])
  return over
}
