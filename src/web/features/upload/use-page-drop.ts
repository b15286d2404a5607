import { useEffect, useEffectEvent, useState } from 'react'
import { fromTransfer } from './picked-files.ts'
import type { PickedFile } from './selection.ts'

/** Lets files be dropped or pasted anywhere in the window. Returns whether something hangs over it now. */
export function usePageDrop(onPick: (picked: PickedFile[]) => void): boolean {
  const [over, setOver] = useState(false)
  const pick = useEffectEvent((data: DataTransfer) => {
    void fromTransfer(data).then(onPick)
  })
  useEffect(() => {
    let depth = 0
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true
    function enter(event: DragEvent) {
      if (!carriesFiles(event)) return
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
      pick(event.dataTransfer)
    }
    function paste(event: ClipboardEvent) {
      // In a text field the clipboard's text is meant, not the picture that some programs put beside it.
      const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement
      if (!typing && event.clipboardData?.files.length) pick(event.clipboardData)
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
