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
        // What every page needs travels as one file: it compresses 3 KB better than as ten.
        codeSplitting: {
          groups: [
            {
              name: 'base',
              test: /node_modules\/(react|scheduler|@lingui)|\/src\/(client\/(?!upload|follow|multipart|retry)|contract\/routes)|\/src\/web\/(main|routes|paths|api|i18n|shell\/(?!on-its)|ui\/(?!qr))/,
            },
          ],
        },
      },
    },
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})
