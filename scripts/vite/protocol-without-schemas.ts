import type { Plugin } from 'vite'

const shims = '@modelcontextprotocol/server/_shims'

/**
 * Leaves the JSON Schema validator of the protocol's SDK out of a program, half of its size: src/cli/mcp checks what comes in
 * with zod, and gives the SDK a validator that it never calls.
 */
export function protocolWithoutSchemas(): Plugin {
  return {
    name: 'protocol-without-schemas',
    enforce: 'pre',
    resolveId: (id) => (id === shims ? `\0${shims}` : undefined),
    load: (id) =>
      id === `\0${shims}`
        ? "export { default as process } from 'node:process'\nexport class DefaultJsonSchemaValidator {}"
        : undefined,
  }
}
