import { contrast, hexOf, type Oklch, oklchOf, rgbIn, rgbOf } from './oklch.ts'

/** Tones of the neutral tokens that an own colour stands beside; the same as in web/styles/tokens.css. */
export const neutral = {
  light: { bg: '#F1F4F3', surface: '#FFFFFF' },
  dark: { bg: '#0E1110', surface: '#171B19' },
  ink: '#121715',
  white: '#FFFFFF',
} as const

/** Least contrast of text, and of controls and their outlines (WCAG 2.2, 1.4.3 and 1.4.11). */
export const minContrast = { text: 4.5, control: 3 } as const

/** Tones of one theme, by the tokens that they replace. */
type Tones = {
  /** The colour where nothing stands on a box: badges, avatars, marks. */
  readonly post: string
  readonly onPost: string
  readonly box: string
  readonly boxEdge: string
  readonly boxInk: string
  readonly boxInk2: string
  readonly slot: string
  readonly onSlot: string
  readonly sheet: string
  readonly fold: string
  readonly primary: string
  readonly onPrimary: string
  readonly primaryHover: string
}
export type Palette = {
  readonly light: Tones
  readonly dark: Tones
  /** The chosen colour as light and dark pages have it. */
  readonly onLight: string
  readonly onDark: string
}

/**
 * Derives every tone from one colour. Light pages act in ink and show the colour as a surface, moved only where no text could
 * stand on it; dark pages act in the lightened colour.
 */
export function paletteOf(colour: string): Palette {
  const chosen = oklchOf(rgbOf(colour))
  const onLight = surfaceOf(chosen)
  const onDark = lightened(chosen)
  return { light: lightTones(onLight), dark: darkTones(onDark), onLight, onDark }
}

/** A surface that ink or white can stand on, and a quieter tone of either. */
function surfaceOf(chosen: Oklch): string {
  for (let step = 0; step <= 50; step += 1)
    for (const l of [chosen.l - step / 100, chosen.l + step / 100]) {
      if (l < 0.1 || l > 0.97) continue
      const hex = toneOf(chosen, l)
      if (contrast(hex, inkOn(hex)) >= 5.5) return hex
    }
  return toneOf(chosen, 0.4)
}

function lightTones(post: string): Tones {
  const own = oklchOf(rgbOf(post))
  const ink = inkOn(post)
  const isDark = ink === neutral.white
  const hole = isDark ? neutral.white : neutral.ink
  return {
    post,
    onPost: ink,
    box: post,
    boxEdge: toneOf(own, own.l - (isDark ? 0.1 : 0.09)),
    boxInk: ink,
    boxInk2: quieter(own, post, ink),
    slot: hole,
    onSlot: isDark ? neutral.ink : neutral.white,
    sheet: neutral.white,
    fold: toneOf({ ...own, c: Math.min(own.c, 0.035) }, 0.89),
    primary: neutral.ink,
    onPrimary: neutral.white,
    primaryHover: '#2B3330',
  }
}

function darkTones(post: string): Tones {
  const own = oklchOf(rgbOf(post))
  const box = toneOf({ ...own, c: Math.min(own.c, 0.06) }, 0.25)
  const boxInk = toneOf({ ...own, c: Math.min(own.c, 0.03) }, 0.95)
  return {
    post,
    onPost: neutral.ink,
    box,
    boxEdge: toneOf({ ...own, c: Math.min(own.c, 0.08) }, 0.46),
    boxInk,
    boxInk2: toneOf({ ...own, c: Math.min(own.c, 0.06) }, 0.83),
    slot: post,
    onSlot: neutral.ink,
    sheet: toneOf({ ...own, c: Math.min(own.c, 0.015) }, 0.97),
    fold: toneOf({ ...own, c: Math.min(own.c, 0.05) }, 0.84),
    primary: post,
    onPrimary: neutral.ink,
    primaryHover: toneOf({ ...own, c: own.c * 0.8 }, Math.min(0.95, own.l + 0.06)),
  }
}

/** Lightened until ink can stand on it, and it on every dark surface. */
function lightened(chosen: Oklch): string {
  const surfaces = [neutral.dark.bg, neutral.dark.surface, neutral.ink]
  for (let l = Math.max(chosen.l, 0.6); l < 0.97; l += 0.01) {
    const hex = toneOf(chosen, l)
    if (surfaces.every((surface) => contrast(hex, surface) >= 7)) return hex
  }
  return neutral.white
}

/** Ink or white, by which can be read better. */
function inkOn(surface: string): string {
  return contrast(surface, neutral.ink) >= contrast(surface, neutral.white) ? neutral.ink : neutral.white
}

/** The quietest tone of the surface's own hue that can still be read on it. */
function quieter(own: Oklch, surface: string, ink: string): string {
  const target = oklchOf(rgbOf(ink)).l
  for (let share = 0.6; share < 1; share += 0.05) {
    const l = own.l + (target - own.l) * share
    const hex = toneOf({ ...own, c: own.c * (1 - share) }, l)
    if (contrast(hex, surface) >= minContrast.text + 0.1) return hex
  }
  return ink
}

function toneOf(colour: Oklch, l: number): string {
  return hexOf(rgbIn({ ...colour, l: Math.min(1, Math.max(0, l)) }))
}

const tokens: readonly [token: string, tone: keyof Tones][] = [
  ['post', 'post'],
  ['on-post', 'onPost'],
  ['box', 'box'],
  ['box-edge', 'boxEdge'],
  ['box-ink', 'boxInk'],
  ['box-ink-2', 'boxInk2'],
  ['slot', 'slot'],
  ['on-slot', 'onSlot'],
  ['sheet', 'sheet'],
  ['fold', 'fold'],
  ['primary', 'primary'],
  ['on-primary', 'onPrimary'],
  ['primary-hover', 'primaryHover'],
  ['life', 'primary'],
  ['focus', 'primary'],
  ['here', 'primary'],
]

/** The tokens of a colour, which replace those of web/styles/tokens.css. */
export function tokensOf({ light, dark }: Palette): [name: string, value: string][] {
  return tokens.map(([token, tone]) => [`--${token}`, `light-dark(${light[tone]}, ${dark[tone]})`])
}

/** The style sheet of a colour. */
export function styleSheetOf(colour: string): string {
  const lines = tokensOf(paletteOf(colour)).map(([name, value]) => `  ${name}: ${value};`)
  return `:root {\n${lines.join('\n')}\n}\n.box :focus-visible {\n  outline-color: var(--box-ink);\n}\n`
}
