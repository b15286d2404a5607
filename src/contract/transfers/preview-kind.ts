/** How a file is shown, or undefined where there is no preview for its media type. */
type PreviewKind = 'image' | 'audio' | 'video' | 'text'

const kinds: Readonly<Record<string, PreviewKind>> = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/avif': 'image',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/ogg': 'audio',
  'audio/wav': 'audio',
  'audio/flac': 'audio',
  'video/mp4': 'video',
  'video/webm': 'video',
  'video/ogg': 'video',
  'text/plain': 'text',
}

/** The kind of preview for a media type as a list of members gives it. */
export function previewKind(type: string): PreviewKind | undefined {
  return kinds[type]
}
