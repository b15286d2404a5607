/** Red, green and blue of sRGB, each from 0 to 1. */
type Rgb = readonly [number, number, number]
/** Lightness from 0 to 1, chroma, and hue in radians (Björn Ottosson's OKLab in polar form). */
export type Oklch = { readonly l: number; readonly c: number; readonly h: number }

export function rgbOf(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return [part(1), part(3), part(5)]
}

/** #RRGGBB */
export function hexOf(rgb: Rgb): string {
  return `#${rgb
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`.toUpperCase()
}

export function oklchOf(rgb: Rgb): Oklch {
  const [r, g, b] = linear(rgb)
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s
  return {
    l: 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    c: Math.hypot(a, bb),
    h: Math.atan2(bb, a),
  }
}

/** The nearest colour that sRGB has, by taking chroma away. */
export function rgbIn({ l, c, h }: Oklch): Rgb {
  let low = 0
  let high = c
  if (isShown(asRgb({ l, c, h }))) low = c
  for (let step = 0; step < 24 && low < high; step += 1) {
    const middle = (low + high) / 2
    if (isShown(asRgb({ l, c: middle, h }))) low = middle
    else high = middle
  }
  const [r, g, b] = asRgb({ l, c: low, h })
  return [clamp(r), clamp(g), clamp(b)]
}

/** Contrast of two colours, from 1 to 21 (WCAG 2.2). */
export function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(rgbOf(one)), luminance(rgbOf(other))].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

function luminance(rgb: Rgb): number {
  const [r, g, b] = linear(rgb)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

function linear([r, g, b]: Rgb): Rgb {
  const of = (part: number) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)
  return [of(r), of(g), of(b)]
}

function asRgb({ l, c, h }: Oklch): Rgb {
  const a = c * Math.cos(h)
  const b = c * Math.sin(h)
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  const of = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055)
  return [
    of(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    of(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    of(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ]
}

function isShown(rgb: Rgb): boolean {
  return rgb.every((part) => part >= -0.0005 && part <= 1.0005)
}

function clamp(part: number): number {
  return Math.min(1, Math.max(0, part))
}
