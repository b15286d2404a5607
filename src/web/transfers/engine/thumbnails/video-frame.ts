/** Milliseconds after which a video that shows nothing is given up. */
const timeoutMs = 5000
/** Where in a video its picture is taken, in seconds: the first ones are often black. */
const moment = 1

/** The picture that a video shows after a second, or in the middle of a shorter one. @throws where the browser cannot play it */
export async function videoFrame(file: File): Promise<ImageBitmap> {
  const url = URL.createObjectURL(file)
  const video = document.createElement('video')
  try {
    await new Promise<void>((resolve, reject) => {
      const fail = () => reject(new Error('no frame of the video can be shown'))
      AbortSignal.timeout(timeoutMs).addEventListener('abort', fail)
      video.onerror = fail
      video.onseeked = () => resolve()
      video.onloadedmetadata = () => {
        video.currentTime = Math.min(moment, Number.isFinite(video.duration) ? video.duration / 2 : 0)
      }
      video.muted = true
      video.preload = 'auto'
      video.src = url
    })
    return await createImageBitmap(video)
  } finally {
    video.removeAttribute('src')
    video.load()
    URL.revokeObjectURL(url)
  }
}
