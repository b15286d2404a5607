import type { Plugin } from 'vite'
import { type Route, routes } from '../../src/contract/routes.ts'

/**
 * Reduces the table of calls to what a browser needs to make them: where they are, and which need an account. Calls with the
 * same method and callers share a line, and a name ends where its path begins, because the table travels with every page.
 */
export function bareRoutes(): Plugin {
  const lines = new Map<string, string>()
  for (const [name, { method, path, access }] of Object.entries<Route>(routes)) {
    const kind = `${method} ${access}`
    lines.set(kind, `${lines.get(kind) ?? kind} ${name}${path}`)
  }
  const read = `${JSON.stringify([...lines.values()].join('\n'))}.split('\\n').flatMap((line) => {
    const [method, access, ...calls] = line.split(' ')
    return calls.map((call) => {
      const [name] = call.split('/', 1)
      return [name, { method, path: call.slice(name.length), access }]
    })
  })`
  return {
    name: 'bare-routes',
    load: (id) =>
      id.endsWith('/src/contract/routes.ts')
        ? `export const routes = Object.fromEntries(${read})`
        : undefined,
  }
}
