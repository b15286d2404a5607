/** A place that takes bytes one after the other and shows a file only once it is whole. */
export type Place = {
  /** Takes the buffer away with its bytes. */
  write(bytes: Uint8Array<ArrayBuffer>): Promise<void>
  end(): Promise<void>
  /** Leaves nothing behind. */
  drop(): Promise<void>
}

/** Type of everything that is saved: a type that a sender has chosen would make it a page of this origin. */
export const savedType = 'application/octet-stream'

/** The person has closed the question where to save it, or has ended the download in the browser's list. */
export class NotSaved extends Error {
  override readonly name = 'NotSaved'
}

/** The browser has no way for so much: the command line has. */
export class NoWayToSave extends Error {
  override readonly name = 'NoWayToSave'
}

/** The place takes nothing more: its disk is full or not to be written to, or its folder is gone. */
export class PlaceFailed extends Error {
  override readonly name = 'PlaceFailed'
}
