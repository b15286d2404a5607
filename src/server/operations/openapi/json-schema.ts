import * as z from 'zod'
import type * as mini from 'zod/mini'

/** A schema in the words of JSON Schema 2020-12, which OpenAPI 3.1 speaks. */
export type JsonSchema = z.core.JSONSchema.BaseSchema

/**
 * A schema of the contract as JSON Schema, of the input or of the output. Leaves out details without meaning to readers:
 * patterns that a format implies, and the bounds of safe integers.
 */
export function jsonSchemaOf(schema: mini.ZodMiniType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    override({ jsonSchema }) {
      if (jsonSchema.format === 'date-time' || jsonSchema.format === 'email') delete jsonSchema.pattern
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
    },
  })
  return rest
}
