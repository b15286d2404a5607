import { registerHooks } from 'node:module'

/** What makes the list of the files inside a transfer, and what stands there without it. Each occurs once in its file. */
const changes: Readonly<Record<string, readonly (readonly [string, string])[]>> = {
  'upload/incoming-form.ts': [
    ['...(index ? [await index.commit()] : [])', ''],
    ['thumbnails?.of(sentName)', 'undefined'],
  ],
  'upload/incoming-archive.ts': [
    ['const entered = enter(path, type, file)', 'const entered: Promise<void> | undefined = undefined'],
    ['type = detectType(path, head)', ''],
    ['await index.end()', ''],
  ],
}

/** Asked for as `without-index.ts?unchanged` it changes nothing, and costs as much. */
const isUnchanged = new URL(import.meta.url).search === '?unchanged'

registerHooks({
  load(url, context, next) {
    const loaded = next(url, context)
    const name = Object.keys(changes).find((name) => url.endsWith(`/src/server/transfers/${name}`))
    if (name === undefined || isUnchanged) return loaded
    let source = String(loaded.source)
    for (const [snippet, replacement] of changes[name] ?? []) {
      if (source.split(snippet).length !== 2) throw new Error(`${name} no longer has ${snippet} once`)
      source = source.replace(snippet, replacement)
    }
    return { ...loaded, source }
  },
})
