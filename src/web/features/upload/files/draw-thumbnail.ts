import { decodePicture } from '#web/transfers/engine/thumbnails/decode-picture.ts'
import { withVideoFrame } from '#web/transfers/engine/thumbnails/video-frame.ts'

/** Bytes above which a picture is not decoded for the sake of a few pixels. */
const maxSize = 40 * 1024 * 1024

/** Draws the middle of a picture. @throws where the browser cannot decode it, or it is too large */
export async function drawPicture(file: File, canvas: HTMLCanvasElement): Promise<void> {
  if (file.size > maxSize) throw new Error('too large for a thumbnail')
  const bitmap = await decodePicture(file)
  try {
    drawMiddle(bitmap, bitmap.width, bitmap.height, canvas)
  } finally {
    bitmap.close()
  }
}

/** Draws as much of the middle as fits the square of a canvas. */
function drawMiddle(
  source: CanvasImageSource,
  width: number,
  height: number,
  canvas: HTMLCanvasElement,
): void {
  const side = Math.min(width, height)
  if (side === 0) throw new Error('nothing to see')
  const context = canvas.getContext('2d')
  if (!context) throw new Error('no canvas')
  context.imageSmoothingQuality = 'high'
  context.drawImage(
    source,
    (width - side) / 2,
    (height - side) / 2,
    side,
    side,
    0,
    0,
    canvas.width,
    canvas.height,
  )
}

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
