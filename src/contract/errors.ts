import { usualMaintenanceMessage } from './maintenance-message.ts'

/**
 * The one table of failures: code -> HTTP status, short title and a sentence for a person.
 * Codes are stable and decide branches; sentences may be reworded, except for the words that api clients
 * were promised: `expired`, `not found`, `deleted`, `password`, `authentication`.
 */
export const errors = {
  BAD_REQUEST: { status: 400, error: 'Bad request', message: 'The request could not be understood.' },
  VALIDATION_ERROR: {
    status: 400,
    error: 'Invalid request',
    message: 'Invalid file. Please check what you sent.',
  },
  MALFORMED_FORM: { status: 400, error: 'Malformed form', message: 'The upload form is malformed.' },
  UPLOAD_INCOMPLETE: {
    status: 400,
    error: 'Upload incomplete',
    message: 'The upload ended before everything had arrived.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    error: 'Request timeout',
    message: 'The request did not arrive in time. Please try again.',
  },
  FORM_TOO_LARGE: {
    status: 413,
    error: 'Form too large',
    message: 'The upload form has too many or too long fields.',
  },
  PASSWORD_REQUIRED: { status: 401, error: 'Password required', message: 'This file needs a password.' },
  AUTHENTICATION_REQUIRED: {
    status: 401,
    error: 'Authentication required',
    message: 'Authentication required. Please sign in first.',
  },
  INVALID_TOKEN: {
    status: 401,
    error: 'Invalid token',
    message: 'Your session has ended. Please sign in again.',
  },
  INVALID_FILE_PASSWORD: {
    status: 403,
    error: 'Invalid file password',
    message: 'Invalid file password. Please try again.',
  },
  KEY_PASSWORD_REQUIRED: {
    status: 401,
    error: 'Key password required',
    message: 'This quantum-encrypted file needs your key password.',
  },
  INVALID_KEY_PASSWORD: {
    status: 403,
    error: 'Invalid key password',
    message: 'Invalid key password. Please try again.',
  },
  INVALID_DELETION_TOKEN: {
    status: 403,
    error: 'Not allowed',
    message: 'This deletion link is not valid for the file.',
  },
  PRO_SUBSCRIPTION_REQUIRED: {
    status: 403,
    error: 'Pro subscription required',
    message: 'Access Denied: Expiration times longer than 24 hours require a Pro account.',
  },
  INVALID_TICKET: {
    status: 403,
    error: 'Download link used up',
    message: 'This download has run out of time. Please open the page again and press Download.',
  },
  PREFETCH_REFUSED: {
    status: 403,
    error: 'Not fetched ahead',
    message: 'Files are handed out when somebody asks for them, not ahead of it.',
  },
  INVALID_CREDENTIALS: {
    status: 401,
    error: 'Login failed',
    message: 'Invalid username or password.',
  },
  FORBIDDEN: {
    status: 403,
    error: 'Access denied',
    message: "Access Denied: You don't have permission to do this.",
  },
  ACCOUNT_DISABLED: {
    status: 403,
    error: 'Account disabled',
    message: 'This account has been disabled. Please contact support.',
  },
  WRONG_PASSWORD: {
    status: 403,
    error: 'Wrong password',
    message: 'The current password is not correct.',
  },
  INVALID_RESET_TOKEN: {
    status: 400,
    error: 'Invalid reset token',
    message: 'This link has been used or is too old. Please request a new password reset.',
  },
  PASSWORD_UNCHANGED: {
    status: 400,
    error: 'Password unchanged',
    message: 'The new password is the same as the current one.',
  },
  PASSWORD_CHANGE_REQUIRED: {
    status: 403,
    error: 'Password change required',
    message: 'Please choose a new password of your own first.',
  },
  INVALID_USERNAME: {
    status: 400,
    error: 'Invalid username',
    message: 'Username must be 3-50 characters of letters, numbers, underscores and hyphens.',
  },
  INVALID_EMAIL: {
    status: 400,
    error: 'Invalid email address',
    message: 'Please enter a valid email address.',
  },
  PASSWORD_TOO_SHORT: {
    status: 400,
    error: 'Password too short',
    message: 'Password must be at least 8 characters long',
  },
  PASSWORD_TOO_COMMON: {
    status: 400,
    error: 'Password too common',
    message: 'This password is one of the first that anybody would try. Please choose another.',
  },
  USERNAME_TAKEN: {
    status: 409,
    error: 'Username taken',
    message: 'This username is already taken.',
  },
  EMAIL_TAKEN: {
    status: 409,
    error: 'Email address taken',
    message: 'An account with this email address already exists.',
  },
  NOT_FOUND: { status: 404, error: 'Not found', message: 'There is nothing at this address.' },
  FILE_NOT_FOUND: {
    status: 404,
    error: 'File not found',
    message: 'File not found. It may have been removed by the sender.',
  },
  SESSION_NOT_FOUND: {
    status: 404,
    error: 'Session not found',
    message: 'This session was not found. It may have ended already.',
  },
  KEY_NOT_FOUND: {
    status: 404,
    error: 'Key not found',
    message: 'You have no key for this encryption method yet. Please generate one first.',
  },
  KEY_EXISTS: {
    status: 409,
    error: 'Key exists',
    message: 'You have a key for this encryption method already. Delete it before you make another one.',
  },
  INVALID_KEY: {
    status: 400,
    error: 'Invalid key',
    message: 'This is not a key pair that can be kept.',
  },
  CONTACT_NOT_FOUND: {
    status: 404,
    error: 'Contact not found',
    message: 'This contact was not found. It may have been deleted already.',
  },
  TOO_MANY_CONTACTS: {
    status: 409,
    error: 'Too many contacts',
    message: 'You have as many contacts as one account can keep. Delete one first.',
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    error: 'Method not allowed',
    message: 'This address does not take that method.',
  },
  DOWNLOAD_BUSY: {
    status: 409,
    error: 'Download in progress',
    message: 'This file can be downloaded once, and somebody is downloading it right now.',
  },
  FILE_EXPIRED: {
    status: 410,
    error: 'File expired',
    message: 'This file has expired and was automatically deleted.',
  },
  LINK_REVOKED: { status: 410, error: 'Link revoked', message: 'The sender has withdrawn this link.' },
  LINK_USED_UP: {
    status: 410,
    error: 'Link used up',
    message: 'This link has reached its number of downloads.',
  },
  TRANSFER_DISABLED: {
    status: 451,
    error: 'Transfer disabled',
    message: 'This transfer is not available at the moment.',
  },
  FILE_DELETED: { status: 410, error: 'File deleted', message: 'This file was deleted by its sender.' },
  FILE_TOO_LARGE: {
    status: 413,
    error: 'File too large',
    message: 'File too large. Maximum size for free users is 2GB.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    error: 'Request too large',
    message: 'The request is larger than this call accepts.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    error: 'Unsupported content type',
    message: 'This call does not take that content type.',
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    error: 'Range not satisfiable',
    message: 'The file does not have the bytes that were asked for.',
  },
  TRANSFER_TOO_LARGE: {
    status: 413,
    error: 'Transfer too large',
    message: 'These files together are larger than one link may carry.',
  },
  STORAGE_QUOTA_EXCEEDED: {
    status: 413,
    error: 'Storage quota exceeded',
    message: 'Your storage is full. Delete a file or wait until one expires.',
  },
  UNSUPPORTED_FILE_TYPE: {
    status: 415,
    error: 'Unsupported file type',
    message: 'File type not supported.',
  },
  DANGEROUS_FILE_TYPE: {
    status: 422,
    error: 'Dangerous file type',
    message: 'File blocked for security. Programs and scripts cannot be sent.',
  },
  VIRUS_DETECTED: {
    status: 422,
    error: 'Virus detected',
    message: 'File rejected due to security concerns. The virus scan found something in it.',
  },
  NOT_SCANNABLE: {
    status: 422,
    error: 'Not scannable',
    message: 'The virus scan could not look into this file, so it was not taken.',
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    error: 'Upload not found',
    message: 'This upload was not found. It was cancelled, or nobody went on with it.',
  },
  UPLOAD_LOCKED: {
    status: 423,
    error: 'Upload in progress',
    message: 'Another connection is sending this upload right now.',
  },
  UPLOAD_OFFSET_MISMATCH: {
    status: 409,
    error: 'Offset mismatch',
    message: 'The upload stands at another offset.',
  },
  UPLOAD_NOT_FINISHED: {
    status: 409,
    error: 'Upload not finished',
    message: 'The upload has not become a file yet.',
  },
  UPLOAD_CHECKSUM_MISMATCH: {
    status: 460,
    error: 'Checksum mismatch',
    message: 'The bytes that arrived do not fit their checksum.',
  },
  TUS_VERSION_UNSUPPORTED: {
    status: 412,
    error: 'Precondition failed',
    message: 'This address speaks tus 1.0.0.',
  },
  RATE_LIMITED: {
    status: 429,
    error: 'Too many requests',
    message: 'Too many tries. Please wait a moment and try again.',
  },
  INTERNAL_ERROR: {
    status: 500,
    error: 'Server error',
    message: 'Something went wrong on our side. Please try again.',
  },
  FILE_DAMAGED: {
    status: 500,
    error: 'File damaged',
    message: 'The stored file failed its integrity check and cannot be handed out.',
  },
  USER_NOT_FOUND: {
    status: 404,
    error: 'User not found',
    message: 'This user was not found. Somebody may have deleted the account.',
  },
  LAST_ADMIN: {
    status: 409,
    error: 'Last administrator',
    message: 'This is the last active administrator: there would be nobody left to look after the service.',
  },
  BACKUP_RUNNING: {
    status: 409,
    error: 'Backup in progress',
    message: 'A backup is being made right now.',
  },
  BACKUP_FOLDER_TAKEN: {
    status: 409,
    error: 'Backup refused',
    message:
      'The folder holds backups of another service: restore one of them, or configure another BACKUP_DIR.',
  },
  RESTORE_REFUSED: {
    status: 409,
    error: 'Restore refused',
    message: 'This backup cannot be restored here.',
  },
  MAINTENANCE: {
    status: 503,
    error: 'Maintenance',
    message: usualMaintenanceMessage,
  },
  SHUTTING_DOWN: {
    status: 503,
    error: 'Restarting',
    message: 'Service temporarily unavailable. Please try again.',
  },
  SCANNER_UNAVAILABLE: {
    status: 503,
    error: 'Scanner unavailable',
    message: 'Files cannot be scanned for viruses right now. Please try again in a moment.',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    error: 'Storage unavailable',
    message: 'Service temporarily unavailable. Please try again.',
  },
  STORAGE_FULL: {
    status: 507,
    error: 'Storage full',
    message: 'There is no space left for this file. Please try again later.',
  },
} as const satisfies Record<string, { status: number; error: string; message: string }>

export type ErrorCode = keyof typeof errors
