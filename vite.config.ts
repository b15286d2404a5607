import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { catalogs } from './scripts/vite/catalogs.ts'
import { compressed } from './scripts/vite/compressed.ts'
import { preloadedFont } from './scripts/vite/preloaded-font.ts'

export default defineConfig({
  root: 'src/web',
  plugins: [react(), catalogs(), preloadedFont('sofia-sans-latin-wght-normal'), compressed()],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // What every page needs, and what most pages share, travels as one file: it compresses 3 KB better than as ten.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              priority: 1,
              test: /\/src\/web\/(app\/main|transfers\/ui\/sent\/share-actions|i18n\/(language|text-with|format\/(format|end-of-life|encryption-label))|ui\/(browser\/keep-cookie|sharing\/copy-\w+|time\/(countdown|life-line|remaining-\w+|use-now)|page\/focused-heading|forms\/password-field))\./,
            },
            // Every file that is fetched by name costs each page the name: what belongs together goes together.
            {
              name: 'forms',
              test: /\/src\/web\/(accounts\/account-refusals|ui\/forms\/(refused-field|form-(field|problem)|labelled-password|submit-button|text-field|use-one-at-a-time))\./,
            },
            {
              name: 'legal',
              test: /\/src\/web\/(features\/legal\/|features\/terms\/(?!terms-(gate|status|acceptance|dialog))|ui\/page\/text-page)/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})
