import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

/** Puts a .br and a .gz beside every text file of the build; the server sends them as they are. */
export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }) {
      for (const name of await readdir(dir, { recursive: true })) {
        if (!/\.(js|css|json|svg)$/.test(name) || name.startsWith('.vite')) continue
        const path = join(dir, name)
        const bytes = await readFile(path)
        await writeFile(`${path}.br`, brotliCompressSync(bytes))
        await writeFile(`${path}.gz`, gzipSync(bytes, { level: 9 }))
      }
    },
  }
}
