import { thumbnailLimits } from '#contract/transfers/limits.ts'
import { decodePicture, thumbnailSide } from './decode-picture.ts'
import { simpleWebp } from './image-headers.ts'

/** Tried one after the other until the picture is small enough. */
const qualities = [0.75, 0.5, 0.25]

export type Question = { number: number; picture: File | ImageBitmap }
export type Answer = { number: number; thumbnail: Blob | null }

/** Each picture is answered by its thumbnail, or by null where there is none, in the order in which they are done. */
addEventListener('message', ({ data: { number, picture } }: MessageEvent<Question>) => {
  void makeThumbnail(picture)
    .catch(() => null)
    .then((thumbnail) => {
      const answer: Answer = { number, thumbnail }
      postMessage(answer)
    })
})

/** Redraws a picture, small and in its proper orientation, which leaves nothing but its pixels. */
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
