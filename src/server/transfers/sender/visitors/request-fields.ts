import * as z from 'zod/mini'
import { type RequestAsks, type RequestTypes, requestTypes } from '#contract/requests/requests.ts'
import type { Policy } from '#server/identity/principals/policy.ts'
import { Failure } from '#server/platform/failure.ts'
import { typeGroups } from '../../types/type-groups.ts'

// How a request's lists are kept in its row.

export function readNames(json: string): string[] {
  return z.parse(z.array(z.string()), JSON.parse(json))
}

export function readTypes(json: string): RequestTypes {
  return z.parse(requestTypes, JSON.parse(json))
}

export function readAsks(words: string): RequestAsks {
  const asked = words.split(' ')
  return { name: asked.includes('name'), email: asked.includes('email'), code: asked.includes('code') }
}

/** A confirmed address is an address that is asked for. */
export function writeAsks({ name, email, code }: RequestAsks): string {
  const asked = { name, email: email || code, code }
  return Object.entries(asked)
    .flatMap(([word, isAsked]) => (isAsked ? [word] : []))
    .join(' ')
}

/** Asserts that a request may get files of some type under the rules of its owner. @throws Failure RULE_FORBIDS */
export function assertSomeType(types: RequestTypes, { types: allowed }: Pick<Policy, 'types'>): void {
  if (allowedTypes(types, allowed)?.length === 0)
    throw new Failure('RULE_FORBIDS', { details: `types: only ${allowed?.join(', ')}` })
}

/** The extensions that a request takes, of those that its owner may send; undefined for all. */
export function allowedTypes(
  types: RequestTypes,
  allowed: readonly string[] | undefined,
): readonly string[] | undefined {
  if (types === 'any') return allowed
  const wanted: readonly string[] = typeof types === 'string' ? typeGroups[types] : types
  return allowed ? wanted.filter((type) => allowed.includes(type)) : wanted
}
