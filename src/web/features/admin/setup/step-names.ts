import { navigate } from '#web/router/history.ts'
import { paths } from '#web/router/paths.ts'
import { defineSearch } from '#web/router/search.ts'
import { useSearch } from '#web/router/use-search.ts'

/** The steps after the first one, which creates the administrator. */
export const stepNames = ['service', 'mail', 'checks', 'keys', 'ready'] as const
export type StepName = (typeof stepNames)[number]

const setupSearch = defineSearch((query) => ({ step: query.oneOf('step', stepNames) }))

/** The step in the address, so that a reload leads there again. */
export function useStep(): StepName {
  return useSearch(setupSearch)[0].step
}

/** Path of a step. */
export function stepPath(step: StepName): string {
  const search = setupSearch.write({ step })
  return search ? `${paths.setup}?${search}` : paths.setup
}

export function goToStep(step: StepName): void {
  navigate({ pathname: paths.setup, search: setupSearch.write({ step }) })
}
