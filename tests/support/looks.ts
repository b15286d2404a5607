import { thorough } from './thoroughness.ts'

/** How a browser looks at pages. `name` belongs into the title of a test. */
export type Look = {
  readonly name: string
  /** Options of somebody's browser. */
  readonly options: {
    readonly viewport: { readonly width: number; readonly height: number }
    readonly colorScheme: 'light' | 'dark'
  }
}

function look(colorScheme: 'light' | 'dark', width: number): Look {
  const viewport = { width, height: 800 }
  return { name: `${colorScheme}, ${width} px`, options: { viewport, colorScheme } }
}

const every = (['light', 'dark'] as const).flatMap((colors) =>
  [1280, 390, 320].map((width) => look(colors, width)),
)

/** What pages are looked at in, for tests that go through many states. */
export const looks: readonly Look[] = thorough ? every : [look('dark', 390)]

/** The same for tests which also look whether everything fits: both themes, on a wide screen and the narrowest. */
export const fittingLooks: readonly Look[] = thorough ? every : [look('light', 1280), look('dark', 320)]

/** Details of every test that goes through looks, by which the thorough run finds it. */
export const inLooks = { tag: '@looks' } as const
