import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/accounts/client.ts'

export const passkeysQuery = queryOptions({
  queryKey: ['passkeys'],
  queryFn: async ({ signal }) => (await client.call('passkeys', { signal })).passkeys,
})
