import type { Plugin } from 'vite'

/** Asks for one font with the page itself, so that text does not wait for the stylesheet to name it. */
export function preloadedFont(name: string): Plugin {
  return {
    name: 'preloaded-font',
    transformIndexHtml(_html, { bundle }) {
      const file = Object.keys(bundle ?? {}).find((path) => path.includes(name))
      if (!file) return []
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` }
      return [{ tag: 'link', attrs, injectTo: 'head' }]
    },
  }
}
