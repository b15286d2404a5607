import { defineConfig } from 'vite'
import { filesBeside } from './scripts/vite/files-beside.ts'
import { protocolWithoutSchemas } from './scripts/vite/protocol-without-schemas.ts'

/** What libraries ask for by `require` where it is wanted, and nothing here wants: it is not installed beside the built server. */
const neverAsked = [
  'pg-native',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'light-my-request',
]

/**
 * The server and the command line with all that they load, in one file and those that only some need: docs/decisions/0023 says
 * what that is worth. Names of functions stay, for the stacks in logs.
 */
export default defineConfig({
  publicDir: false,
  plugins: [filesBeside('dist/web'), protocolWithoutSchemas()],
  ssr: { noExternal: true, external: neverAsked },
  build: {
    ssr: true,
    emitAssets: true,
    outDir: 'dist/server',
    emptyOutDir: true,
    target: 'node26',
    license: { fileName: 'licenses.md' },
    rolldownOptions: {
      input: {
        main: 'src/server/main.ts',
        restante: 'src/cli/main.ts',
        'reading-thread': 'src/server/platform/database/sqlite/reading-thread.ts',
      },
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name]-[hash].js',
        minify: { compress: true, mangle: { keepNames: true }, codegen: true },
        // One character that is none of ASCII doubles what V8 holds of a whole file.
        charset: 'ascii',
        comments: false,
      },
    },
  },
})
