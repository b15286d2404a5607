import type { Plugin } from 'vite'
import { routes } from '../../src/contract/routes.ts'

/**
 * Leaves a browser of the table of calls what it needs to make them: where they are, and which need an account. The rest is
 * for the server, and no part of the app reads it.
 */
export function bareRoutes(): Plugin {
  const bare = Object.fromEntries(
    Object.entries(routes).map(([name, { method, path, access }]) => [name, { method, path, access }]),
  )
  return {
    name: 'bare-routes',
    load: (id) =>
      id.endsWith('/src/contract/routes.ts') ? `export const routes = ${JSON.stringify(bare)}` : undefined,
  }
}
