/** The latest time that is written with four digits for its year. */
const latest = Date.UTC(9999, 11, 31)

/** The time of a file as the form of an upload has it; empty where it cannot be one. */
export function modifiedAt({ lastModified }: Pick<File, 'lastModified'>): string {
  return lastModified > 0 && lastModified < latest ? new Date(lastModified).toISOString() : ''
}
