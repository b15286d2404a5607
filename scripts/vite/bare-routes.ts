import type { Plugin } from 'vite'
import { routes } from '../../src/contract/routes.ts'

/**
 * Leaves a browser of the table of calls what it needs to make them: where they are, and which need an account. The rest is
 * for the server, and no part of the app reads it. A line each, because the table travels with every page.
 */
export function bareRoutes(): Plugin {
  const lines = Object.entries(routes).map(([name, { method, path, access }]) =>
    [name, method, path, access].join(' '),
  )
  const read = `${JSON.stringify(lines.join('\n'))}.split('\\n').map((line) => {
    const [name, method, path, access] = line.split(' ')
    return [name, { method, path, access }]
  })`
  return {
    name: 'bare-routes',
    load: (id) =>
      id.endsWith('/src/contract/routes.ts')
        ? `export const routes = Object.fromEntries(${read})`
        : undefined,
  }
}
