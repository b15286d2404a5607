import { type ReactNode, useEffect, useRef, useState } from 'react'
import { drawPicture, drawVideo } from './draw-thumbnail.ts'

/** Pictures and videos wait for each other: a list of them does not keep the machine busy. */
let queue: Promise<unknown> = Promise.resolve()

/**
 * A small picture of a picture or a video, drawn on this device once it is in sight. Shows nothing until then, and `sheet` for
 * a file that the browser cannot show.
 */
export default function Thumbnail({ file, sheet }: { file: File; sheet: ReactNode }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [failed, setFailed] = useState(false)
  const [length, setLength] = useState('')
  useEffect(() => {
    const target = canvas.current
    if (!target) return undefined
    const ended = new AbortController()
    const { signal } = ended
    async function draw(to: HTMLCanvasElement) {
      if (signal.aborted) return
      try {
        if (file.type.startsWith('image/')) await drawPicture(file, to)
        else setLength(await drawVideo(file, to, signal))
      } catch {
        if (!signal.aborted) setFailed(true)
      }
    }
    const sight = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return
      sight.disconnect()
      queue = queue.then(() => draw(target))
    })
    sight.observe(target)
    return () => {
      ended.abort()
      sight.disconnect()
    }
  }, [file])
  if (failed) return sheet
  return (
    <span className="thumb" aria-hidden="true">
      <canvas ref={canvas} width="88" height="88" />
      {length && <b>{length}</b>}
    </span>
  )
}
