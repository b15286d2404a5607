import assert from 'node:assert/strict'
import { test } from 'node:test'
import { minContrast, neutral, type Palette, paletteOf, styleSheetOf } from './colours.ts'
import { contrast, hexOf, oklchOf, rgbIn, rgbOf } from './oklch.ts'

/** Numbers that are the same in every run. */
function* numbers(seed: number) {
  for (let state = seed; ; ) {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32
    yield state / 2 ** 32
  }
}

test('all pairs of 500 random colours, and of extreme ones, reach their contrast in light and dark', () => {
  const random = numbers(20)
  const next = () => random.next().value ?? 0
  const colours = Array.from({ length: 500 }, () => hexOf([next(), next(), next()]))
  const extremes = ['#000000', '#FFFFFF', '#808080', '#FF0000', '#00FF00', '#0000FF', '#FFFF00', '#0E5A8A']
  const wrong = [...colours, ...extremes].flatMap((colour) =>
    pairsOf(paletteOf(colour))
      .filter(([, one, other, least]) => contrast(one, other) < least)
      .map(([name, one, other]) => `${colour}: ${name} ${one} ${other} ${contrast(one, other).toFixed(2)}`),
  )
  assert.deepEqual(wrong, [])
})

test('a colour that can be read stays as it is, another one is moved', () => {
  assert.equal(paletteOf('#0E5A8A').onLight, '#0E5A8A')
  assert.equal(paletteOf('#FFD02E').onLight, '#FFD02E')
  const grey = paletteOf('#7A7A7A')
  assert.notEqual(grey.onLight, '#7A7A7A')
  assert.ok(contrast(grey.onLight, grey.light.boxInk) >= minContrast.text)
})

test('a colour survives the way to OKLCH and back', () => {
  for (const colour of ['#000000', '#FFFFFF', '#0E5A8A', '#FFD02E', '#12AB7F'])
    assert.equal(hexOf(rgbIn(oklchOf(rgbOf(colour)))), colour)
})

test('the style sheet has every tone for both themes, and nothing else', () => {
  const lines = styleSheetOf('#0E5A8A')
    .split('\n')
    .filter((line) => line.includes('--') && !line.includes('var'))
  assert.equal(lines.length, 16)
  for (const line of lines) assert.match(line, /^ {2}--[\w-]+: light-dark\(#[0-9A-F]{6}, #[0-9A-F]{6}\);$/)
})

/** Pairs of tones that stand on one another, with the contrast that they need. */
function pairsOf(palette: Palette): [name: string, one: string, other: string, least: number][] {
  return (['light', 'dark'] as const).flatMap((theme) => {
    const tones = palette[theme]
    const { text, control } = minContrast
    const pairs: [string, string, string, number][] = [
      ['text on the colour', tones.onPost, tones.post, text],
      ['text in the box', tones.boxInk, tones.box, text],
      ['quiet text in the box', tones.boxInk2, tones.box, text],
      ['button in the box', tones.slot, tones.box, control],
      ['text of a button in the box', tones.onSlot, tones.slot, text],
      ['text on the sheet', neutral.ink, tones.sheet, text],
      ['text of the main button', tones.onPrimary, tones.primary, text],
      ['text of the main button, pointed at', tones.onPrimary, tones.primaryHover, text],
      ['main button on the page', tones.primary, neutral[theme].bg, control],
      ['main button on a card', tones.primary, neutral[theme].surface, control],
    ]
    return pairs.map(([name, ...rest]): [string, string, string, number] => [`${name}, ${theme}`, ...rest])
  })
}
