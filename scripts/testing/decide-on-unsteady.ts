/** More tests than this that pass only at the second try fail a run. */
const unsteadyAllowed = 3

type Verdict = { readonly failed: boolean; readonly text: string }

/**
 * Decides on tests that failed first and passed when they were repeated: a few may be the machine's doing, many are not, and one
 * that was unsteady before is a fault of the test or of the product.
 * @param known names in tests/e2e/unsteady.json
 */
export function decideOnUnsteady(unsteady: readonly string[], known: readonly string[]): Verdict {
  if (unsteady.length === 0) return { failed: false, text: '' }
  const lines = unsteady.map((name) => `  ${name}${known.includes(name) ? '   (known to be unsteady)' : ''}`)
  const again = unsteady.some((name) => known.includes(name))
  const tooMany = unsteady.length > unsteadyAllowed
  const reasons = [
    ...(tooMany ? [`more than ${unsteadyAllowed}`] : []),
    ...(again ? ['one of them was unsteady before'] : []),
  ]
  const verdict = reasons.length > 0 ? `The run fails: ${reasons.join(', and ')}.` : 'The run passes.'
  const heading = `Passed only when repeated: ${unsteady.length}. ${verdict}`
  const hint = 'Traces of the first tries are in test-results; CONTRIBUTING.md says what to do.'
  return { failed: reasons.length > 0, text: [heading, ...lines, hint].join('\n') }
}
