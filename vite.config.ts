import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { bareRoutes } from './scripts/vite/bare-routes.ts'
import { catalogs } from './scripts/vite/catalogs.ts'
import { changelog } from './scripts/vite/changelog.ts'
import { compressed } from './scripts/vite/compressed.ts'
import { devMails } from './scripts/vite/dev-mails.ts'
import { fetchedFirst } from './scripts/vite/fetched-first.ts'
import { openedWorker } from './scripts/vite/opened-worker.ts'
import { pageFiles } from './scripts/vite/page-files.ts'
import { preloadedFont } from './scripts/vite/preloaded-font.ts'
import { sharedChunks } from './scripts/vite/shared-chunks.ts'

/** The server that `npm run dev` starts beside this, by the options that it reads, too. */
const { PORT = '3000', DATA_DIR = 'data', PUBLIC_URL = `http://localhost:${PORT}` } = process.env

export default defineConfig({
  root: 'src/web',
  plugins: [
    bareRoutes(),
    react(),
    catalogs(),
    changelog(),
    fetchedFirst(),
    preloadedFont('sofia-sans-latin-wght-normal'),
    openedWorker(),
    pageFiles(),
    compressed(),
    devMails({ folder: join(DATA_DIR, 'mail'), publicUrl: PUBLIC_URL }),
  ],
  build: {
    outDir: '../../dist/web',
    emptyOutDir: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // A page opened by its address names all its files itself. For one come to by a link the app names its styles; the
      // scripts it is made of stand at its head. Otherwise every page would carry the names of all.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'js' ? needed.filter((file) => file.endsWith('.css')) : needed,
    },
    rolldownOptions: {
      // The first start builds: how long each plugin took would be the first lines that an operator reads.
      checks: { pluginTimings: false },
      // A constant that a page needs, such as the name of a header, doesn't bring the exports of its module along.
      optimization: { inlineConst: { mode: 'all' } },
      output: {
        // Nothing comes along by itself with what a file is named for: each module is asked about.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [{ debugName: 'by page', name: sharedChunks() }],
        },
      },
    },
  },
  // By this name the policy of the pages knows them: src/web/ui/browser/own-workers.ts.
  worker: { format: 'es', rolldownOptions: { output: { entryFileNames: 'assets/worker-[name]-[hash].js' } } },
  server: { proxy: { '/api': `http://localhost:${PORT}` } },
})
