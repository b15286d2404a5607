import type { JsonSchema } from './json-schema.ts'

type Schema = JsonSchema | boolean

/** A JSON Schema in a few lines that a person can read: `{ id: string, size?: integer (0 to 10) }`. */
export function schemaText(schema: Schema, indent = ''): string {
  if (typeof schema === 'boolean') return 'anything'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ')
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return choices.map((choice) => schemaText(choice, indent)).join(' | ')
  if (schema.type === 'array') return `${itemText(schema, indent)}[]`
  if (schema.type === 'object' && schema.properties) return objectText(schema, schema.properties, indent)
  const range = rangeText(schema)
  const kind = schema.format ?? String(schema.type ?? 'anything')
  return range === '' ? kind : `${kind} (${range})`
}

function itemText({ items }: JsonSchema, indent: string): string {
  return items === undefined || Array.isArray(items) ? 'anything' : schemaText(items, indent)
}

function objectText(
  { required = [] }: JsonSchema,
  properties: Readonly<Record<string, Schema>>,
  indent: string,
): string {
  const inner = `${indent}  `
  const lines = Object.entries(properties).map(
    ([name, property]) =>
      `${inner}${name}${required.includes(name) ? '' : '?'}: ${schemaText(property, inner)}`,
  )
  return ['{', ...lines, `${indent}}`].join('\n')
}

function rangeText({ minimum, maximum, minLength, maxLength, pattern }: JsonSchema): string {
  const [least, most, unit] =
    minimum !== undefined || maximum !== undefined
      ? [minimum, maximum, '']
      : [minLength, maxLength, ' characters']
  if (least !== undefined && most !== undefined) return `${least} to ${most}${unit}`
  if (least !== undefined) return `${least} or more${unit}`
  if (most !== undefined) return `at most ${most}${unit}`
  return pattern === undefined ? '' : `/${pattern}/`
}
