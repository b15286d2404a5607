/** Why an upload ends that its sender wants to continue later. */
export class Paused extends Error {
  override readonly name = 'Paused'
}
