import type { Plugin } from 'vite'

/** Parts of Node that Fastify and prom-client load at their start, for servers with TLS and for pushing: neither is used. */
const rarelyCalled = ['node:http2', 'node:https', 'https']
/** Packages of features that are not used: Fastify's schemas, calls without a connection, lists of files, traces in metrics. */
const neverCalled = [
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
  'glob',
  '@opentelemetry/api',
]
const lean = '\0lean:'
const none = '\0none:'

/**
 * Keeps unused parts of Node and of libraries out of the server's memory (docs/decisions/0023):
 * - an import of `node:http` makes Node evaluate each export, two of which load a second HTTP client: the build takes those
 * that are plain values;
 * - TLS and HTTP/2 are loaded by the first call of one of their functions;
 * - libraries that are never called are no part of the build. A call throws an error that names them.
 */
export function leaveOut(): Plugin {
  return {
    name: 'leave-out',
    enforce: 'pre',
    resolveId(source, importer = '', { kind }) {
      if (!kind?.startsWith('require')) return source === 'node:http' ? lean + source : null
      if (neverCalled.includes(source)) return none + source
      const isOfThem = /\/node_modules\/(?:fastify|prom-client)\//.test(importer)
      return isOfThem && rarelyCalled.includes(source) ? lean + source : null
    },
    load(id) {
      if (id.startsWith(lean)) return linesOf(id.slice(lean.length)).join('\n')
      if (!id.startsWith(none)) return null
      return `module.exports = () => { throw new Error('${id.slice(none.length)} is no part of the build') }`
    },
  }
}

function linesOf(name: string): string[] {
  const builtin = process.getBuiltinModule(name)
  if (!builtin) throw new Error(`${name} is no part of this Node`)
  const exported = Object.entries(Object.getOwnPropertyDescriptors(builtin))
  if (name === 'node:http') {
    const values = exported.filter(([, { value }]) => value !== undefined)
    const all = `const all = process.getBuiltinModule('${name}')\nexport default all`
    return [all, ...values.map(([key]) => `export const ${key} = all.${key}`)]
  }
  // Classes are no functions to be called.
  const functions = exported.filter(([key, { value }]) => typeof value === 'function' && /^[a-z]/.test(key))
  return functions.map(
    ([key]) => `export const ${key} = (...given) => process.getBuiltinModule('${name}').${key}(...given)`,
  )
}
