import type { JsonSchema } from '../../src/server/operations/openapi/json-schema.ts'

type Schema = JsonSchema | boolean

/** A JSON Schema as a TypeScript type. @throws Error for a schema that it cannot tell */
export function typeText(schema: Schema, indent = ''): string {
  if (typeof schema === 'boolean') return 'unknown'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => typeText(choice, indent)).join(' | ')
  if (Array.isArray(schema.type))
    return schema.type.map((type) => typeText({ ...schema, type }, indent)).join(' | ')
  switch (schema.type) {
    case 'string':
    case 'boolean':
    case 'null':
      return schema.type
    case 'integer':
    case 'number':
      return 'number'
    case 'array':
      return `(${itemText(schema.items, indent)})[]`
    case 'object':
      return objectText(schema, indent)
    default:
      throw new Error(`no type for ${JSON.stringify(schema)}`)
  }
}

function itemText(items: JsonSchema['items'], indent: string): string {
  return items === undefined || Array.isArray(items) ? 'unknown' : typeText(items, indent)
}

function objectText({ properties = {}, required = [] }: JsonSchema, indent: string): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, property]) =>
      `${inner}${name}${required.includes(name) ? '' : '?'}: ${typeText(property, inner)}`,
  )
  return ['{', ...lines, `${indent}}`].join('\n')
}
