/**
 * Whether the slowest tests do all they can. `npm test` and `.ci/run` do enough to notice what broke; `npm run test:nightly`,
 * with THOROUGH=1, does the rest: more bytes, more kills, every page in every look of looks.ts, and what is rare.
 */
export const thorough = process.env.THOROUGH === '1'

/** Bytes that go through the cut lines of tests/faults/resumable-cut.test.ts; 2 GiB is the largest file allowed. */
export const cutTestSize = (thorough ? 2048 : 64) * 1024 * 1024

/** How often tests/faults/stop.test.ts kills the server. */
export const kills = thorough ? 50 : 4

/** Details of a browser test that does more in the thorough run, by which that finds it. */
export const inThoroughRun = { tag: '@thorough' } as const

/** Details of a browser test that is slow and proves something rare: `npm test` leaves it to the thorough run. */
export const onlyInThoroughRun = { tag: '@thorough-only' } as const

/** Details of a browser test that is slow and proves what changes seldom touch: `npm test` leaves it to `npm run test:long`. */
export const inLongRun = { tag: '@long' } as const

/** Details of one of those that does more in the thorough run. */
export const inLongAndThoroughRun = { tag: [inLongRun.tag, inThoroughRun.tag] }

/** How long tests/real-services/instances/rolling.test.ts keeps instances under load, in milliseconds. */
export const rollingTime = (thorough ? 600 : 75) * 1000
