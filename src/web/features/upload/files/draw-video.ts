import { withVideoFrame } from '#web/transfers/engine/thumbnails/video-frame.ts'
import { drawMiddle } from './draw-picture.ts'

/**
 * Draws one of the first frames of a video and resolves with its length, such as 4:12; empty for one without an end.
 * @throws where the browser cannot play it
 */
export function drawVideo(file: File, canvas: HTMLCanvasElement, signal: AbortSignal): Promise<string> {
  return withVideoFrame(
    file,
    (video) => {
      drawMiddle(video, video.videoWidth, video.videoHeight, canvas)
      return Number.isFinite(video.duration) ? lengthText(video.duration) : ''
    },
    signal,
  )
}

function lengthText(seconds: number): string {
  const whole = Math.round(seconds)
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60]
  const shown = parts[0] === 0 ? parts.slice(1) : parts
  return shown.map((part, place) => String(part).padStart(place === 0 ? 1 : 2, '0')).join(':')
}
