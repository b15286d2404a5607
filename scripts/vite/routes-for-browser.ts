import type { Plugin } from 'vite'

/** What only the server looks at in the table of routes. */
const serverOnly = /\b(?:scope: '[\w:]+'|withoutFactor: true|withInitialPassword: true),?/g

/** Leaves out of the table of routes what a browser never reads: it travels with every page. */
export function routesForBrowser(): Plugin {
  return {
    name: 'routes-for-browser',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/src/contract/routes.ts')) return undefined
      return { code: code.replace(serverOnly, ''), map: null }
    },
  }
}
