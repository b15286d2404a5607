import { useQueryClient } from '@tanstack/react-query'

/** Does something; resolves with why it failed, else when everything that is shown has been read anew. */
type Act = (work: () => Promise<unknown>) => Promise<Error | undefined>

/** How administrators change things. */
export function useAct(): Act {
  const queries = useQueryClient()
  return async (work) => {
    try {
      await work()
    } catch (error) {
      // The item, or the right to change it, may have changed meanwhile.
      void queries.invalidateQueries()
      return error instanceof Error ? error : new Error(String(error))
    }
    await queries.invalidateQueries()
    return undefined
  }
}
