import { thumbnailLimits } from '#contract/transfers/limits.ts'
import { decodePicture, thumbnailSide } from './decode-picture.ts'
import { simpleWebp } from './simple-webp.ts'

/** Tried one after the other until the picture is small enough. */
const qualities = [0.75, 0.5, 0.25]

/** Pictures come one by one, and each is answered by its thumbnail, or by null where there is none. */
addEventListener('message', ({ data }: MessageEvent<File | ImageBitmap>) => {
  void makeThumbnail(data)
    .catch(() => null)
    .then((thumbnail) => postMessage(thumbnail))
})

/** Draws a picture anew, small and turned as it is meant to be seen: nothing but its pixels is left of it. */
async function makeThumbnail(picture: File | ImageBitmap): Promise<Blob | null> {
  const bitmap = picture instanceof ImageBitmap ? picture : await decodePicture(picture)
  const scale = Math.min(1, thumbnailSide / Math.max(bitmap.width, bitmap.height))
  const width = Math.max(1, Math.round(bitmap.width * scale))
  const height = Math.max(1, Math.round(bitmap.height * scale))
  const canvas = new OffscreenCanvas(width, height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) return null
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.imageSmoothingQuality = 'high'
  context.drawImage(bitmap, 0, 0, width, height)
  bitmap.close()
  for (const quality of qualities) {
    const encoded = await canvas.convertToBlob({ type: 'image/webp', quality })
    // Browsers that cannot write WebP write something else.
    if (encoded.type !== 'image/webp') return null
    const picture = simpleWebp(new Uint8Array(await encoded.arrayBuffer()))
    if (!picture) return null
    if (picture.length <= thumbnailLimits.bytes) return new Blob([picture], { type: 'image/webp' })
  }
  return null
}
