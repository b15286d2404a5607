/** The settings that ShareX sends files here with (getsharex.com/docs/custom-uploader): a double click takes them over. */
export function shareXFile(origin: string, key: string): { name: string; content: Blob } {
  const { host } = new URL(origin)
  const settings = {
    Version: '17.0.0',
    Name: `Restante (${host})`,
    DestinationType: 'ImageUploader, TextUploader, FileUploader',
    RequestMethod: 'POST',
    RequestURL: `${origin}/api/files/upload`,
    Headers: { Authorization: `Bearer ${key}` },
    Body: 'MultipartFormData',
    FileFormName: 'file',
    URL: '{json:file.downloadUrl}',
    DeletionURL: '{json:file.deletionUrl}',
    ErrorMessage: '{json:message}',
  }
  const content = new Blob([`${JSON.stringify(settings, null, 2)}\n`], { type: 'application/json' })
  return { name: `restante-${host.replace(/[^\w.-]/g, '-')}.sxcu`, content }
}
