import type { FileInfo } from '#contract/transfers/files.ts'

/** The server's description of a small public file, with `changes`. */
export function fileInfo(changes: Partial<FileInfo> = {}): FileInfo {
  return {
    id: 'AAAAAAAAAAAAAAAAAAAAAA',
    filename: 'plan.pdf',
    size: 12,
    downloadCount: 0,
    isEncrypted: true,
    encryptionMethod: 'aes-256-gcm',
    uploadDate: '2026-01-01T00:00:00.000Z',
    expiresAt: '2026-01-01T03:00:00.000Z',
    uploadedBy: null,
    isOwner: false,
    mimeType: 'application/pdf',
    title: null,
    senderName: null,
    description: null,
    passwordProtected: false,
    deleteAfterDownload: false,
    files: 1,
    scan: 'checked',
    packed: false,
    contents: 'listed',
    ...changes,
  }
}
