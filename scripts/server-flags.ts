/**
 * Flags of Node for the server, and variables that the C library reads at its start. package.json, deploy/restante.service and
 * Dockerfile have them, too; docs/speed.md says why.
 */
export const serverFlags = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=35',
  '--no-maglev-destroy-on-background',
  '--no-sparkplug',
]
export const serverEnvironment = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_TRIM_THRESHOLD_: '8388608',
  MALLOC_MMAP_THRESHOLD_: '2097152',
}
