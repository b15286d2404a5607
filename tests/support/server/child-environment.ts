/**
 * What a child process finds in its environment besides what its test gives it: the way to programs, and where Node
 * keeps compiled code from one process to the next, if anywhere.
 */
export function childEnvironment(): Record<string, string> {
  const { PATH = '', NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE === undefined ? {} : { NODE_COMPILE_CACHE }) }
}
