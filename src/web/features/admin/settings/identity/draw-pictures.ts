import { paletteOf } from '#contract/operations/branding/colours.ts'
import type { Identity } from '#contract/operations/branding/identity.ts'
import { pictureLimits } from '#contract/operations/branding/identity-limits.ts'

/** A file that the browser cannot read as a picture, or is too large. */
export class UnusablePicture extends Error {
  override readonly name = 'UnusablePicture'
}

/** Widest and highest that a header shows a logo, twice over. */
const logoSize = { width: 640, height: 128 }

/** A logo drawn anew, without what else its file holds. */
export async function drawLogo(file: Blob): Promise<Blob> {
  const picture = await read(file)
  const scale = Math.min(1, logoSize.width / picture.width, logoSize.height / picture.height)
  const [width, height] = [Math.ceil(picture.width * scale), Math.ceil(picture.height * scale)]
  return drawn(width, height, (context) => context.drawImage(picture, 0, 0, width, height))
}

/** The icon in the sizes of browsers and home screens. */
export async function drawIcons(file: Blob, { colour }: Pick<Identity, 'colour'>) {
  const picture = await read(file)
  const { box } = paletteOf(colour).light
  return {
    icon: await square(picture, 512, undefined, 1),
    touchIcon: await square(picture, 180, '#FFFFFF', 0.86),
    // A home screen may cut off all but the middle 80 percent.
    maskableIcon: await square(picture, 512, box, 0.6),
  }
}

/** The picture of a link's preview, with the name in the font of the pages. */
export async function drawPreview(icon: Blob, { name, colour }: Pick<Identity, 'name' | 'colour'>) {
  const picture = await read(icon)
  const { box, boxInk } = paletteOf(colour).light
  const font = '700 88px "Sofia Sans Variable", sans-serif'
  await document.fonts.load(font)
  return drawn(1200, 630, (context) => {
    context.fillStyle = box
    context.fillRect(0, 0, 1200, 630)
    context.fillStyle = '#FFFFFF'
    context.beginPath()
    context.roundRect(500, 110, 200, 200, 40)
    context.fill()
    contain(context, picture, { left: 515, top: 125, side: 170 })
    context.font = font
    context.fillStyle = boxInk
    context.textAlign = 'center'
    context.fillText(name, 600, 460, 1080)
  })
}

async function square(picture: ImageBitmap, side: number, ground: string | undefined, share: number) {
  return drawn(side, side, (context) => {
    if (ground) {
      context.fillStyle = ground
      context.fillRect(0, 0, side, side)
    }
    const inner = side * share
    contain(context, picture, { left: (side - inner) / 2, top: (side - inner) / 2, side: inner })
  })
}

type Place = { readonly left: number; readonly top: number; readonly side: number }

function contain(context: CanvasRenderingContext2D, picture: ImageBitmap, { left, top, side }: Place) {
  const scale = side / Math.max(picture.width, picture.height)
  const [width, height] = [picture.width * scale, picture.height * scale]
  context.drawImage(picture, left + (side - width) / 2, top + (side - height) / 2, width, height)
}

/** @throws UnusablePicture */
async function read(file: Blob): Promise<ImageBitmap> {
  if (file.size > pictureLimits.bytes) throw new UnusablePicture('the file is too large')
  try {
    return await createImageBitmap(file)
  } catch (cause) {
    throw new UnusablePicture('the browser cannot read it', { cause })
  }
}

/** @throws UnusablePicture where the browser draws nothing */
async function drawn(
  width: number,
  height: number,
  draw: (context: CanvasRenderingContext2D) => void,
): Promise<Blob> {
  const canvas = document.createElement('canvas')
  canvas.width = width
  canvas.height = height
  const context = canvas.getContext('2d')
  if (context) draw(context)
  const content = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (!content) throw new UnusablePicture('nothing was drawn')
  return content
}
