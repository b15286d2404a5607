import {
  type InvalidateOptions,
  type InvalidateQueryFilters,
  QueryClient,
  type QueryKey,
} from '@tanstack/react-query'

/**
 * After a change nothing from before it is shown: a first request that is still under way is given up, where TanStack's own
 * client would take its answer for the one that it was told to fetch anew.
 */
export class FreshQueries extends QueryClient {
  override invalidateQueries<Key extends QueryKey = QueryKey>(
    filters?: InvalidateQueryFilters<Key>,
    options?: InvalidateOptions,
  ): Promise<void> {
    void this.cancelQueries(filters)
    return super.invalidateQueries(filters, options)
  }
}
