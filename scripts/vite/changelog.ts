import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'
import { readVersion } from '../release/statements/read-changelog.ts'

const module = 'virtual:news'

/** Gives pages the entries of this version in CHANGELOG.md, as `virtual:news`. */
export function changelog(): Plugin {
  return {
    name: 'changelog',
    resolveId: (id) => (id === module ? `\0${module}` : undefined),
    load(id) {
      if (id !== `\0${module}`) return undefined
      const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
      const news = readVersion(readFileSync('CHANGELOG.md', 'utf8'), version)
      return `export const news = JSON.parse(${JSON.stringify(JSON.stringify(news))})`
    },
  }
}
