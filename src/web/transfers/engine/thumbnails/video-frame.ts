/** Milliseconds after which a video that shows nothing is given up. */
const timeoutMs = 5000
/** Milliseconds to wait for a frame to be drawn after seeking; browsers draw none while the page is hidden. */
const maxDrawingMs = 1000
/** Second of a video that its thumbnail shows: the first frames are often black. */
const moment = 1

/**
 * Hands over a video that shows what it does after a second, or in the middle of a shorter one.
 * @throws where the browser cannot play it
 */
export async function withVideoFrame<Result>(
  file: File,
  use: (video: HTMLVideoElement) => Result | Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  const ended = AbortSignal.any([AbortSignal.timeout(timeoutMs), ...(signal ? [signal] : [])])
  try {
    await showFrame(video, url, ended)
    return await use(video)
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}

function showFrame(video: HTMLVideoElement, url: string, ended: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = () => reject(new Error('no frame of the video can be shown'))
    ended.addEventListener('abort', fail)
    video.onerror = fail
    // A video that has found its place may still draw nothing: the frame is decoded, and not yet handed over.
    let drawn = !('requestVideoFrameCallback' in video)
    const settle = () => {
      if (drawn && !video.seeking && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA) resolve()
    }
    const draw = () => {
      drawn = true
      settle()
    }
    video.onloadeddata = settle
    video.onseeked = () => {
      setTimeout(draw, maxDrawingMs)
      settle()
    }
    video.onloadedmetadata = () => {
      if (!drawn) video.requestVideoFrameCallback(draw)
      video.currentTime = Math.min(moment, Number.isFinite(video.duration) ? video.duration / 2 : 0)
    }
    video.muted = true
    video.preload = 'auto'
    video.src = url
  })
}
