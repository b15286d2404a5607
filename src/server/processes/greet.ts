import * as z from 'zod'

/** Facts for the person who starts the server, which a worker sends to its parent once it listens. */
export const greeting = z.object({
  name: z.string(),
  version: z.string(),
  publicUrl: z.string(),
  /** The link that makes the first administrator; absent unless one was issued now. */
  setupLink: z.optional(z.string()),
})
export type Greeting = z.infer<typeof greeting>

/** Says on the standard output, which is not kept as the log is, where the server is and where it is set up. */
export function greet({ name, version, publicUrl, setupLink }: Greeting): void {
  const setup =
    setupLink === undefined
      ? ''
      : `Set up this service in a browser, once and within 24 hours: ${setupLink}\n`
  process.stdout.write(`${name} ${version} is listening: ${publicUrl}\n${setup}`)
}
