import { QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '#client/api-error.ts'

/**
 * Keeps the answers of calls for one area of the app; they are gone with it. What is shown again is asked for again. A
 * failure that the next try may not meet is tried once more, and then told to `onFailure`, like any other.
 */
export function createQueryClient(onFailure: (error: unknown) => void = () => {}): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: onFailure }),
    defaultOptions: {
      queries: {
        retry: (failures, error) => failures === 0 && mayPass(error),
        refetchOnWindowFocus: false,
        // The browser does not always know whether it is online; the call finds out.
        networkMode: 'always',
      },
    },
  })
}

/** Whether nobody answered, or a server in trouble did. */
function mayPass(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 0 || error.status >= 500)
}
