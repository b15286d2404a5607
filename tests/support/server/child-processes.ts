import { fileURLToPath } from 'node:url'

/**
 * Environment of a child process besides the variables of its test: the path of programs, and the folder of Node's compile
 * cache, if there is one.
 */
export function childEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}

/** The sources, whose changes need no build. */
export const sources = { server: 'src/server/main.ts', commandLine: 'src/cli/main.ts' }

/**
 * Programs that tests and benches start as processes of their own: the sources or, with `TEST_PROGRAM=built`, the build of them
 * that people run.
 */
export const programs =
  process.env.TEST_PROGRAM === 'built'
    ? { server: 'dist/server/main.js', commandLine: 'dist/server/restante.js' }
    : sources

/** Starts one of them as people do, with the same settings of Node and of the C library. */
export const startScript = fileURLToPath(new URL('../../../deploy/start', import.meta.url))
