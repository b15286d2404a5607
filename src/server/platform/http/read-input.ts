import * as z from 'zod/mini'
import type { ErrorCode } from '#contract/errors.ts'
import { Failure } from '../failure.ts'

/**
 * Validates input by its schema.
 * @param code of the failure
 * @param path of the value in the input; `details` names the field in it
 * @throws Failure whose `details` say what is expected of the first field that is wrong
 */
export function readInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  value: unknown,
  code: ErrorCode,
  place: string,
): z.output<Schema> {
  const result = z.safeParse(schema, value, { error: expectation })
  if (result.success) return result.data
  const [issue] = result.error.issues
  const field = issue?.path.join('.')
  throw new Failure(code, { details: `${field || place}: ${issue?.message}` })
}

const types: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const formats: Readonly<Record<string, string>> = {
  email: 'an email address',
  datetime: 'a time such as 2026-11-21T08:00:00.000Z',
}

/** For people, who may read it on a command line. A schema that says something itself is heard first. */
function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is missing' : `has to be ${types[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `has to be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.join(', ')}`
    case 'invalid_format':
      return issue.format in formats ? `has to be ${formats[issue.format]}` : 'is not valid'
    case 'too_big':
      return bound('at most', issue.maximum, issue.origin)
    case 'too_small':
      return issue.minimum === 1 && issue.origin in units
        ? 'is empty'
        : bound('at least', issue.minimum, issue.origin)
    case 'unrecognized_keys':
      return `unknown: ${issue.keys.join(', ')}`
    default:
      return 'is not valid'
  }
}

const units: Readonly<Record<string, string>> = { string: 'characters', array: 'entries' }

function bound(word: string, number: number | bigint, origin: string): string {
  const unit = units[origin]
  return unit === undefined ? `has to be ${word} ${number}` : `has to have ${word} ${number} ${unit}`
}
