import { ApiError } from '#client/api-error.ts'

/**
 * The field of a form that a refusal is about; undefined for one that is about none.
 * @param fieldOf the fields, by the codes that are about them
 */
export function refusedField<Field extends string>(
  error: unknown,
  fieldOf: Readonly<Record<string, Field>>,
): Field | undefined {
  return error instanceof ApiError ? fieldOf[error.code] : undefined
}
