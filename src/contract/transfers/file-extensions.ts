/**
 * The extensions by which a system may classify a file name, in lower case without a dot, the usual one first and empty where
 * there is none. Windows drops dots and spaces at the end, and can take what follows a colon for the name of a stream
 * beside the file.
 */
export function extensionsOf(filename: string): readonly string[] {
  const usual = extensionOf(filename)
  const colon = filename.indexOf(':')
  const other = colon === -1 ? usual : extensionOf(filename.slice(0, colon))
  return other === usual ? [usual] : [usual, other]
}

function extensionOf(name: string): string {
  const end = endOf(name)
  const dot = name.lastIndexOf('.', end - 1)
  return dot === -1 ? '' : name.slice(dot + 1, end).toLowerCase()
}

const dropped = /^[\s\p{Cf}.]$/u

/** End of a name without its last characters that are dropped or invisible. */
function endOf(name: string): number {
  let end = name.length
  while (end > 0) {
    const width = end > 1 && (name.codePointAt(end - 2) ?? 0) > 0xffff ? 2 : 1
    if (!dropped.test(name.slice(end - width, end))) break
    end -= width
  }
  return end
}
