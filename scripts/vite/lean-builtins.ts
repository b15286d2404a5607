import type { Plugin } from 'vite'

/** What Fastify and prom-client ask for as soon as they are loaded, for servers with TLS and for pushing, which nobody does here. */
const rarelyCalled = ['node:http2', 'node:https', 'https']
const prefix = '\0lean:'

/**
 * Keeps parts of Node that are not used out of the memory of the server that is built (docs/decisions/0023):
 * - whoever imports `node:http` has Node evaluate all that it exports, for which it loads a second HTTP client. It is had here
 *   by what exports it by value;
 * - TLS and HTTP/2 are loaded by the first call of one of their functions.
 */
export function leanBuiltins(): Plugin {
  return {
    name: 'lean-builtins',
    enforce: 'pre',
    resolveId(source, importer = '', { kind }) {
      const isLean =
        kind === 'require-call'
          ? rarelyCalled.includes(source) && /\/node_modules\/(?:fastify|prom-client)\//.test(importer)
          : source === 'node:http'
      return isLean ? prefix + source : null
    },
    load(id) {
      if (!id.startsWith(prefix)) return null
      const name = id.slice(prefix.length)
      const exported = Object.getOwnPropertyDescriptors(process.getBuiltinModule(name) ?? {})
      const lines = [`const all = () => process.getBuiltinModule('${name}')`]
      if (name === 'node:http') lines.push('export default all()')
      for (const [key, { value }] of Object.entries(exported)) {
        if (name === 'node:http' && value !== undefined) lines.push(`export const ${key} = all().${key}`)
        // Classes are no functions to be called.
        else if (typeof value === 'function' && /^[a-z]/.test(key))
          lines.push(`export const ${key} = (...given) => all().${key}(...given)`)
      }
      return lines.join('\n')
    },
  }
}
