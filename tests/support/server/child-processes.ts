/**
 * What a child process finds in its environment besides what its test gives it: the way to programs, and where Node
 * keeps compiled code from one process to the next, if anywhere.
 */
export function childEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}

const isBuilt = process.env.TEST_PROGRAM === 'built'

/**
 * What tests start as processes of their own: the sources, whose changes need no build, or with `TEST_PROGRAM=built` what the
 * build makes of them, which is what people run.
 */
export const programs = {
  server: isBuilt ? 'dist/server/main.js' : 'src/server/main.ts',
  commandLine: isBuilt ? 'dist/server/restante.js' : 'src/cli/main.ts',
}
