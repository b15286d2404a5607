import { PartNotFetched } from './part-not-fetched.ts'

/**
 * Fetches a part of the app, and once more under another address when that fails: a browser remembers for as long as the
 * page lives that a module could not be had at an address.
 * @throws PartNotFetched when the second try fails, too
 */
export async function fetchPart<Part>(load: () => Promise<{ default: Part }>): Promise<{ default: Part }> {
  try {
    return await load()
  } catch (cause) {
    const part = await loadAgain<Part>(cause).catch(() => undefined)
    if (part) return part
    throw new PartNotFetched(cause)
  }
}

/** Browsers name the address of the module in their message; one that does not has no second try. */
async function loadAgain<Part>(cause: unknown): Promise<{ default: Part } | undefined> {
  const [address] = (cause instanceof TypeError && /https?:\S+\.js\b/.exec(cause.message)) || []
  if (!address?.startsWith(`${location.origin}/`)) return undefined
  const part: { default?: Part } = await import(/* @vite-ignore */ `${address}?again`)
  // What was built together with other parts has another name in its file.
  return part.default === undefined ? undefined : { default: part.default }
}
