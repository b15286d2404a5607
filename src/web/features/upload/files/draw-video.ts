import { drawMiddle } from './draw-picture.ts'

/** Milliseconds after which a video that shows nothing is given up. */
const timeoutMs = 5000

/**
 * Draws one of the first frames of a video and resolves with its length, such as 4:12; empty for one without an end.
 * @throws where the browser cannot play it
 */
export async function drawVideo(file: File, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<string> {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error('no frame of the video can be shown'))
      AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]).addEventListener('abort', fail)
      video.onerror = fail
      video.onseeked = () => resolve()
      video.onloadedmetadata = () => {
        video.currentTime = Math.min(1, Number.isFinite(video.duration) ? video.duration / 2 : 0)
      }
      video.muted = true
      video.preload = 'auto'
      video.src = url
    })
    drawMiddle(video, video.videoWidth, video.videoHeight, canvas)
    return Number.isFinite(video.duration) ? lengthText(video.duration) : ''
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

function lengthText(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, place) => String(part).padStart(place === 0 ? 1 : 2, '0')).join(':')
}
