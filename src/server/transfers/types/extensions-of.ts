/**
 * The extensions by which a system may judge a file name, in lower case without a dot, the usual one first and empty where
 * there is none. Windows drops dots and spaces at the end, and can take what follows a colon for the name of a stream
 * beside the file.
 */
export function extensionsOf(filename: string): readonly string[] {
  const names = [filename, filename.split(':', 1)[0] ?? '']
  const extensions = names.map((name) => /\.([^.]+)$/u.exec(name.replace(/[\s\p{Cf}.]+$/u, ''))?.[1] ?? '')
  return [...new Set(extensions.map((extension) => extension.toLowerCase()))]
}
