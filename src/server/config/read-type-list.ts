import { dangerousExtensions } from './dangerous-extensions.ts'

/** A file name extension; a dot before it and the case do not matter. */
const extension = /^\.?([a-z0-9][a-z0-9_+-]{0,19})$/

/**
 * Reads file name extensions separated by commas, such as `pdf, .PNG`, as lower case without a dot. Gives undefined when
 * one of them cannot be an extension.
 */
export function readTypeList(text: string): readonly string[] | undefined {
  const words = text
    .toLowerCase()
    .split(',')
    .map((word) => extension.exec(word.trim())?.[1])
  return words.some((word) => word === undefined)
    ? undefined
    : [...new Set(words.filter((word) => word !== undefined))]
}

/**
 * The same for types that are refused: `none` alone stands for no type, `default` for those of dangerousExtensions,
 * and a minus takes one out again, as in `default,js,-sh`.
 */
export function readBlockedTypes(text: string): readonly string[] | undefined {
  if (text.trim().toLowerCase() === 'none') return []
  const blocked = new Set<string>()
  for (const word of text.split(',').map((one) => one.trim())) {
    const types =
      word.toLowerCase() === 'default' ? dangerousExtensions : readTypeList(word.replace(/^-/, ''))
    if (!types) return undefined
    for (const type of types) word.startsWith('-') ? blocked.delete(type) : blocked.add(type)
  }
  return [...blocked]
}
