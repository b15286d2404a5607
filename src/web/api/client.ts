import { createClient } from '#client/create-client.ts'

/** The one caller of the app: same origin. */
export const client = createClient({ baseUrl: '' })
