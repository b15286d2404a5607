/** Where the server gets its time from. Milliseconds since 1970, UTC. Tests move it by hand. */
export type Clock = {
  now(): number
}
