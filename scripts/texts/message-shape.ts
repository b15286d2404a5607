import { compileMessageOrThrow } from '@lingui/message-utils/compileMessage'

/** A choice in a message, `select` or `plural`, and its branches by their names. */
type Choice = { readonly use: string; readonly branches: Readonly<Record<string, unknown>> }

/**
 * The values that a message takes and how it uses each, in every branch of it: "count select". A number may be plain in
 * one language and a plural in another.
 * @throws for a text that is no message
 */
export function valuesIn(icu: string): string[] {
  const found = new Set<string>()
  visit(icu, (name, choice) => found.add(choice?.use === 'select' ? `${name} select` : name))
  return [...found].sort()
}

/**
 * The branches of every plural in a message, also of those inside other branches, but for exact numbers: [['one', 'other']].
 * @throws for a text that is no message
 */
export function pluralsIn(icu: string): string[][] {
  const found: string[][] = []
  visit(icu, (_name, choice) => {
    // Exact numbers, such as `=0`, are compiled to names of digits.
    if (choice?.use === 'plural')
      found.push(Object.keys(choice.branches).filter((name) => name !== 'offset' && !/^\d+$/.test(name)))
  })
  return found
}

function visit(icu: string, see: (name: string, choice: Choice | undefined) => void): void {
  const message = compileMessageOrThrow(icu)
  function visitPart(part: unknown): void {
    if (!Array.isArray(part)) return
    const [name, use, branches] = part
    const isChoice = typeof branches === 'object' && branches !== null
    if (typeof name === 'string') see(name, isChoice ? { use, branches } : undefined)
    if (!isChoice) return
    for (const branch of Object.values(branches)) if (Array.isArray(branch)) branch.forEach(visitPart)
  }
  if (Array.isArray(message)) message.forEach(visitPart)
}
