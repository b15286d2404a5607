/** A provider's statements about a person, by name. */
export type Claims = Readonly<Record<string, unknown>>

/** A claim that has to hold a value. */
export type WantedClaim = { readonly claim: string; readonly value: string }

/**
 * A claim by its name, or by a path with dots such as `realm_access.roles` into claims that hold claims. A name that has
 * dots itself comes first.
 */
export function findClaim(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  for (let dot = path.lastIndexOf('.'); dot > 0; dot = path.lastIndexOf('.', dot - 1)) {
    const head = path.slice(0, dot)
    const inner = Object.hasOwn(claims, head) ? claims[head] : undefined
    const found = isClaims(inner) ? findClaim(inner, path.slice(dot + 1)) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

/**
 * Whether a claim, one value or a list, has a value: as text, number or boolean, or as the `value`, `name` or `id` of an object.
 * Roles of Zitadel are the keys of one object, with an object under each.
 */
export function holdsClaim(claims: Claims, { claim, value }: WantedClaim): boolean {
  const found = findClaim(claims, claim)
  if (isClaims(found) && Object.hasOwn(found, value) && isClaims(found[value])) return true
  const entries: readonly unknown[] = Array.isArray(found) ? found : [found]
  return entries.some((entry) =>
    isClaims(entry)
      ? [entry.value, entry.name, entry.id].some((text) => isValue(text, value))
      : isValue(entry, value),
  )
}

/** Values of one claim that are kept, and characters of each. */
const maxValues = 200
const maxValueLength = 200

/** The values of a claim, as holdsClaim finds them; of an object in a list the first of those that it goes by. */
export function claimValues(claims: Claims, path: string): string[] {
  const found = findClaim(claims, path)
  const entries: readonly unknown[] = isClaims(found)
    ? Object.keys(found).filter((name) => isClaims(found[name]))
    : [found].flat()
  const values = entries.map((entry) =>
    isClaims(entry) ? [entry.value, entry.name, entry.id].find(isText) : entry,
  )
  const texts = values.filter(isText).filter((value) => value !== '' && value.length <= maxValueLength)
  return [...new Set(texts)].slice(0, maxValues)
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

/** Whether a provider means yes: some send text or a number where a boolean is meant. */
export function isTrue(claim: unknown): boolean {
  return claim === true || claim === 1 || (typeof claim === 'string' && /^(?:true|1)$/i.test(claim))
}

function isValue(found: unknown, wanted: string): boolean {
  if (typeof found === 'string' || typeof found === 'number' || typeof found === 'boolean')
    return String(found) === wanted || (wanted === 'true' && isTrue(found))
  return false
}

function isClaims(value: unknown): value is Claims {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
