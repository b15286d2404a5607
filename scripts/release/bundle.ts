import { build } from 'vite'
import { protocolWithoutSchemas } from '../vite/protocol-without-schemas.ts'

/** Bundles a program for Node into one file, with all that it loads, and the licenses of that beside it. */
export async function bundleProgram({
  entry,
  folder,
  name,
  target,
  version,
}: {
  readonly entry: string
  /** Folder of the result. */
  readonly folder: string
  /** Name of the file, without its extension. */
  readonly name: string
  readonly target: string
  readonly version: string
}): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    plugins: [protocolWithoutSchemas()],
    define: { RESTANTE_VERSION: JSON.stringify(version) },
    ssr: { noExternal: true },
    build: {
      ssr: true,
      outDir: folder,
      emptyOutDir: true,
      target,
      license: { fileName: 'licenses.md' },
      rolldownOptions: {
        input: { [name]: entry },
        output: {
          entryFileNames: '[name].js',
          codeSplitting: false,
          minify: { compress: true, mangle: { keepNames: true }, codegen: true },
          comments: false,
        },
      },
    },
  })
}
