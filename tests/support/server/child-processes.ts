/**
 * What a child process finds in its environment besides what its test gives it: the way to programs, and where Node
 * keeps compiled code from one process to the next, if anywhere.
 */
export function childEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}

/** The sources, whose changes need no build. */
export const sources = { server: 'src/server/main.ts', commandLine: 'src/cli/main.ts' }

/**
 * What tests and benches start as processes of their own: the sources, or with `TEST_PROGRAM=built` what the build makes of
 * them, which is what people run.
 */
export const programs =
  process.env.TEST_PROGRAM === 'built'
    ? { server: 'dist/server/main.js', commandLine: 'dist/server/restante.js' }
    : sources
