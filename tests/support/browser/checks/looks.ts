import { onlyInThoroughRun, thorough } from '../../server/thoroughness.ts'

/** How a browser looks at pages. `name` belongs into the title of a test. */
type Look = {
  readonly name: string
  /** Options of someone's browser. */
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

/** Every look in the thorough run; before it a single one, for what is looked at there, too. */
function ordinarily(usual: Look): readonly Look[] {
  return thorough ? every : [usual]
}

/** Looks for tests that go through many states. */
export const looks = ordinarily(look('dark', 390))

/** Looks for tests that also check whether everything fits. */
export const fittingLooks = ordinarily(look('light', 320))

/** Looks for a walk through many pages: one wide and light, one narrow and dark. */
export const fewLooks = [look('light', 1280), look('dark', 390)]

/** Details of every test that goes through looks: they are slow, and `npm test` leaves them to the thorough run. */
export const inLooks = onlyInThoroughRun
