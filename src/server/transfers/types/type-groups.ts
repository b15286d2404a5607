/** Types that a file request can ask for by one word, as extensions in lower case. */
export const typeGroups = {
  documents: [
    ...['pdf', 'doc', 'docx', 'odt', 'rtf', 'txt', 'md', 'csv', 'xls', 'xlsx', 'ods'],
    ...['ppt', 'pptx', 'odp', 'pages', 'numbers', 'key', 'epub'],
  ],
  pictures: ['jpg', 'jpeg', 'png', 'gif', 'webp', 'avif', 'heic', 'heif', 'tif', 'tiff', 'bmp'],
} as const satisfies Readonly<Record<string, readonly string[]>>
