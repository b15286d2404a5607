/** Time source of the server. Milliseconds since 1970, UTC. Tests move it by hand. */
export type Clock = {
  now(): number
}
