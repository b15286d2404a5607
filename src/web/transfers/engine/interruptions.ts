/** Why an upload ends whose sender has had enough. Any other end leaves something to go on with. */
export class Cancelled extends Error {
  override readonly name = 'Cancelled'
}

/** Why an upload ends that its sender wants to continue later. */
export class Paused extends Error {
  override readonly name = 'Paused'
}
