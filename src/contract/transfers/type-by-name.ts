import { extensionsOf } from '#contract/transfers/file-extensions.ts'
import { unknownType } from '#contract/transfers/type-by-bytes.ts'

const types: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  mp3: 'audio/mpeg',
  m4a: 'audio/mp4',
  ogg: 'audio/ogg',
  oga: 'audio/ogg',
  wav: 'audio/wav',
  flac: 'audio/flac',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  ogv: 'video/ogg',
  txt: 'text/plain',
  md: 'text/plain',
  csv: 'text/plain',
  log: 'text/plain',
  json: 'text/plain',
}

/** The media type that a name promises, as far as there is a preview for it: before it is shown, its first bytes decide. */
export function typeByName(path: string): string {
  const [extension = ''] = extensionsOf(path)
  return types[extension] ?? unknownType
}
