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
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
})
