import { usualMaintenanceMessage } from './operations/maintenance-message.ts'

/**
 * The one table of failures: code -> HTTP status, short title and a sentence for a person.
 * Codes are stable and decide branches; sentences may be reworded, except for the words that api clients
 * were promised: `expired`, `not found`, `deleted`, `password`, `authentication`.
 */
export const errors = {
  BAD_REQUEST: { status: 400, error: 'Bad request', message: 'The request is not valid.' },
  VALIDATION_ERROR: {
    status: 400,
    error: 'Invalid request',
    message: 'Invalid file. Please check your input.',
  },
  MALFORMED_FORM: { status: 400, error: 'Malformed form', message: 'The upload form is invalid.' },
  INVALID_SETTING: {
    status: 400,
    error: 'Invalid setting',
    message: 'A setting has a value that cannot be used. `details` names it.',
  },
  SETTING_FIXED: {
    status: 409,
    error: 'Setting is fixed',
    message: 'The environment sets this option, so it can only be changed there.',
  },
  SETTING_CHANGED: {
    status: 409,
    error: 'Setting changed',
    message: 'Someone else has changed this setting in the meantime.',
  },
  PICTURE_REFUSED: {
    status: 400,
    error: 'Picture refused',
    message:
      'The picture cannot be used: it has to be a PNG or WebP of one frame, up to 4096 pixels a side and 1 MB.',
  },
  VERSION_NOT_HIGHER: {
    status: 409,
    error: 'Version not higher',
    message: 'The version has to be higher than all before. `details` is the last one.',
  },
  LINK_REFUSED: {
    status: 400,
    error: 'Link refused',
    message:
      'A link in the text has to lead to an https or email address. `details` is the one that does not.',
  },
  TEXT_INCOMPLETE: {
    status: 400,
    error: 'Text incomplete',
    message: 'A section lacks its title or text, or a language lacks a section. `details` is the language.',
  },
  MARKDOWN_REFUSED: {
    status: 400,
    error: 'Markdown refused',
    message: 'Each text needs a heading above it, such as "## Contact", and there can be up to 50 sections.',
  },
  MAIL_NOT_SENT: {
    status: 502,
    error: 'Mail not sent',
    message: 'The mail server did not take the email.',
  },
  WRONG_KEY_CODE: {
    status: 403,
    error: 'Wrong code',
    message: 'The first key in the file doesn’t end like this.',
  },
  UPLOAD_INCOMPLETE: {
    status: 400,
    error: 'Upload incomplete',
    message: 'The upload was interrupted before it finished.',
  },
  REQUEST_TIMEOUT: {
    status: 408,
    error: 'Request timeout',
    message: 'The request didn’t arrive in time. Please try again.',
  },
  FORM_TOO_LARGE: {
    status: 413,
    error: 'Form too large',
    message: 'The upload form has too many fields, or a field is too long.',
  },
  PASSWORD_REQUIRED: { status: 401, error: 'Password required', message: 'This file needs a password.' },
  CODE_REQUIRED: {
    status: 401,
    error: 'Code required',
    message: 'This link opens with a code that we send to its recipient.',
  },
  INVALID_CODE: {
    status: 403,
    error: 'Invalid code',
    message: 'This code is wrong or no longer valid. Check it, or request a new one.',
  },
  INVALID_RIGHTS_SESSION: {
    status: 401,
    error: 'Session ended',
    message: 'This page has closed by itself. Please request a new code.',
  },
  NO_MAIL_SERVER: {
    status: 409,
    error: 'No mail server',
    message: "This service has no mail server, so it can't send codes or links of one's own.",
  },
  MAIL_STOPPED: {
    status: 409,
    error: 'Emails stopped',
    message: 'The owner of this email address wants no emails from this service.',
  },
  RECIPIENT_EXISTS: {
    status: 409,
    error: 'Already a recipient',
    message: 'This person already has a link. Send it again, or revoke it first.',
  },
  TOO_MANY_RECIPIENTS: {
    status: 409,
    error: 'Too many recipients',
    message: "This transfer can't have more recipients.",
  },
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
  INVALID_API_KEY: {
    status: 401,
    error: 'Invalid API key',
    message:
      "This API key isn't valid here. It has expired, was revoked, or isn't allowed from your network.",
  },
  API_KEY_REFUSED: {
    status: 403,
    error: 'Not allowed for API keys',
    message: "This API key isn't allowed to do this.",
  },
  API_KEY_NOT_FOUND: {
    status: 404,
    error: 'API key not found',
    message: 'API key not found. It may have been revoked already.',
  },
  TOO_MANY_API_KEYS: {
    status: 409,
    error: 'Too many API keys',
    message: "You've reached the maximum number of API keys. Revoke one first.",
  },
  INVALID_NETWORK: {
    status: 400,
    error: 'Invalid network',
    message: 'Enter addresses or networks, such as 192.0.2.7 or 10.0.0.0/8.',
  },
  CONFIRMATION_REQUIRED: {
    status: 403,
    error: 'Confirmation required',
    message: 'Please confirm that it’s you first.',
  },
  WRONG_CODE: {
    status: 403,
    error: 'Wrong code',
    message: "That code isn't right, or it has expired.",
  },
  CHALLENGE_EXPIRED: {
    status: 401,
    error: 'Sign-in timed out',
    message: 'This sign-in has timed out. Please sign in again.',
  },
  SECOND_FACTOR_REQUIRED: {
    status: 403,
    error: 'Second step required',
    message: 'This service requires two-step sign-in.',
  },
  SECOND_FACTOR_EXISTS: {
    status: 409,
    error: 'Second step exists',
    message: 'An authenticator app is set up already, or its setup was started again.',
  },
  SECOND_FACTOR_MISSING: {
    status: 409,
    error: 'No second step',
    message: "Your account doesn't have two-step sign-in yet. Set it up first.",
  },
  PASSWORD_SIGN_IN_OFF: {
    status: 403,
    error: 'Password sign-in off',
    message: "You can't sign in with a password here.",
  },
  REGISTRATION_CLOSED: {
    status: 403,
    error: 'Registration closed',
    message: "You can't create an account here right now.",
  },
  INVITATION_NEEDED: {
    status: 403,
    error: 'Invitation needed',
    message: 'You need an invitation to create an account here.',
  },
  INVALID_INVITATION: {
    status: 400,
    error: 'Invalid invitation',
    message: 'This invitation was used, has expired or was withdrawn. Ask for a new one.',
  },
  ACCOUNT_NOT_CONNECTED: {
    status: 403,
    error: 'Account not connected',
    message: 'No account here is connected to this sign-in.',
  },
  PROVIDER_EMAIL_MISSING: {
    status: 403,
    error: 'Email address missing',
    message: 'This sign-in came without an email address, so no account can be created for it.',
  },
  IDENTITY_TAKEN: {
    status: 409,
    error: 'Already connected',
    message: 'This sign-in is already connected to an account, or your account to another sign-in.',
  },
  IDENTITY_NOT_FOUND: {
    status: 404,
    error: 'Connected sign-in not found',
    message: 'Connected sign-in not found. It may have been disconnected already.',
  },
  GROUP_NOT_FOUND: {
    status: 404,
    error: 'Group not found',
    message: 'Group not found. It may have been deleted.',
  },
  GROUP_EXISTS: {
    status: 409,
    error: 'Group exists',
    message: 'There is already a group with this name.',
  },
  GROUP_STAYS: {
    status: 409,
    error: 'Group stays',
    message: 'The whole service, guests, Pro and Free always exist and have no members of their own.',
  },
  TOO_MANY_GROUPS: {
    status: 409,
    error: 'Too many groups',
    message: 'A service has at most 100 groups. Please delete one first.',
  },
  GROUP_TOO_LARGE: {
    status: 400,
    error: 'Group too large',
    message:
      'A group has at most 1,000 people added by hand, 50 mail domains and 50 claims. For larger groups, enter their domain.',
  },
  RULES_CONTRADICT: {
    status: 400,
    error: 'Rules contradict each other',
    message: 'Two rules contradict each other. `details` names both.',
  },
  RULE_FORBIDS: {
    status: 403,
    error: 'Not allowed by a rule',
    message: 'A rule of this service does not allow this. `details` says what is allowed.',
  },
  LAST_SIGN_IN: {
    status: 409,
    error: 'Last way to sign in',
    message: 'This is your only way to sign in. Set a password first.',
  },
  EMAIL_NOT_VERIFIED: {
    status: 403,
    error: 'Email address not confirmed',
    message: "Confirm your email address first. We've emailed you a link.",
  },
  INVALID_VERIFICATION_TOKEN: {
    status: 400,
    error: 'Invalid link',
    message: 'This link has expired or was already used.',
  },
  PASSKEY_REFUSED: {
    status: 403,
    error: 'Passkey refused',
    message: "This passkey couldn't be verified. Try again, or use another way.",
  },
  PASSKEY_NOT_FOUND: {
    status: 404,
    error: 'Passkey not found',
    message: 'Passkey not found. It may have been removed already.',
  },
  PASSKEY_EXISTS: {
    status: 409,
    error: 'Passkey exists',
    message: 'This passkey has been added already.',
  },
  TOO_MANY_PASSKEYS: {
    status: 409,
    error: 'Too many passkeys',
    message: "You've reached the maximum number of passkeys. Remove one first.",
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
    message: "This deletion link isn't valid for this file.",
  },
  INVALID_MANAGE_TOKEN: {
    status: 403,
    error: 'Not allowed',
    message: "This manage link isn't valid for this transfer.",
  },
  PRO_SUBSCRIPTION_REQUIRED: {
    status: 403,
    error: 'Pro subscription required',
    message: 'Access Denied: Expiration times longer than 24 hours require a Pro account.',
  },
  FILE_PASSWORD_REQUIRED: {
    status: 400,
    error: 'File password required',
    message: 'This service requires a password for each file.',
  },
  FILE_PASSWORD_TOO_SHORT: {
    status: 400,
    error: 'File password too short',
    message: 'The file password is too short.',
  },
  END_TO_END_PLAINTEXT: {
    status: 400,
    error: 'Not encrypted',
    message:
      'An end-to-end encrypted upload must bring nothing that the server could read. `details` names it.',
  },
  END_TO_END_NOT_ALLOWED: {
    status: 403,
    error: 'End-to-end encryption is off',
    message: 'This service takes no end-to-end encrypted files from you.',
  },
  LINK_KEY_REQUIRED: {
    status: 401,
    error: 'Key required',
    message: 'This transfer is end-to-end encrypted. It opens only with the key in its link.',
  },
  NOT_FOR_END_TO_END: {
    status: 409,
    error: 'End-to-end encrypted',
    message: 'This transfer is end-to-end encrypted, so the server can neither read nor change its contents.',
  },
  CONTENTS_LIMITED: {
    status: 403,
    error: 'Only as a whole',
    message: 'Downloads of this file are limited, so it can only be downloaded as a whole.',
  },
  MEMBER_NOT_FOUND: { status: 404, error: 'Not found', message: 'The file was not found in this transfer.' },
  NO_PREVIEW: { status: 404, error: 'No preview', message: 'A preview of this file was not found.' },
  INVALID_TICKET: {
    status: 403,
    error: 'Download timed out',
    message: 'This download has timed out. Reload the page and try again.',
  },
  PREFETCH_REFUSED: {
    status: 403,
    error: 'Prefetch refused',
    message: "Files can't be prefetched. Open the link to download.",
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
    message: 'Your current password is incorrect.',
  },
  INVALID_RESET_TOKEN: {
    status: 400,
    error: 'Invalid reset token',
    message: 'This link has expired or was already used. Request a new one.',
  },
  PASSWORD_UNCHANGED: {
    status: 400,
    error: 'Password unchanged',
    message: 'Your new password is the same as your current one.',
  },
  PASSWORD_CHANGE_REQUIRED: {
    status: 403,
    error: 'Password change required',
    message: 'Choose your own password first.',
  },
  INVALID_USERNAME: {
    status: 400,
    error: 'Invalid username',
    message: 'Usernames are 3-50 characters: letters, numbers, underscores and hyphens.',
  },
  INVALID_EMAIL: {
    status: 400,
    error: 'Invalid email address',
    message: 'Enter a valid email address.',
  },
  PASSWORD_TOO_SHORT: {
    status: 400,
    error: 'Password too short',
    message: 'Password must be at least 8 characters long',
  },
  PASSWORD_TOO_COMMON: {
    status: 400,
    error: 'Password too common',
    message: 'This password is too easy to guess. Choose a different one.',
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
  NOT_FOUND: { status: 404, error: 'Not found', message: "There's nothing at this address." },
  FILE_NOT_FOUND: {
    status: 404,
    error: 'File not found',
    message: 'File not found. It may have been deleted by the sender.',
  },
  SESSION_NOT_FOUND: {
    status: 404,
    error: 'Session not found',
    message: 'Session not found. It may have ended already.',
  },
  KEY_NOT_FOUND: {
    status: 404,
    error: 'Key not found',
    message: "You don't have a key for this encryption method yet. Generate one first.",
  },
  KEY_EXISTS: {
    status: 409,
    error: 'Key exists',
    message: 'You already have a key for this encryption method. Delete it before you create another.',
  },
  INVALID_KEY: {
    status: 400,
    error: 'Invalid key',
    message: "This key pair isn't valid.",
  },
  CONTACT_NOT_FOUND: {
    status: 404,
    error: 'Contact not found',
    message: 'Contact not found. It may have been deleted already.',
  },
  TOO_MANY_CONTACTS: {
    status: 409,
    error: 'Too many contacts',
    message: "You've reached the maximum number of contacts. Delete one first.",
  },
  REQUEST_NOT_FOUND: {
    status: 404,
    error: 'Request not found',
    message: 'This file request wasn’t found. Check the link, or ask for a new one.',
  },
  REQUEST_CLOSED: {
    status: 410,
    error: 'Request ended',
    message: 'This request has ended. Ask for a new link.',
  },
  REQUEST_FULL: {
    status: 409,
    error: 'Request full',
    message: "This request can't take any more files.",
  },
  REQUESTER_HAS_NO_ROOM: {
    status: 413,
    error: 'No room left',
    message: 'The person who asked has no room left. Please tell them.',
  },
  REQUEST_UNDER_REVIEW: {
    status: 409,
    error: 'Under review',
    message:
      "This request was reported. Until that is decided, its texts can't be changed and it can't be deleted.",
  },
  REQUEST_PASSWORD_REQUIRED: {
    status: 401,
    error: 'Password required',
    message: 'This request needs a password.',
  },
  INVALID_REQUEST_PASSWORD: {
    status: 403,
    error: 'Invalid password',
    message: 'Wrong password. Please try again.',
  },
  REQUEST_NAME_REQUIRED: { status: 400, error: 'Name required', message: 'Please enter your name.' },
  REQUEST_EMAIL_REQUIRED: {
    status: 400,
    error: 'Email required',
    message: 'Please enter your email address.',
  },
  INVALID_REQUEST_TICKET: {
    status: 403,
    error: 'Upload timed out',
    message: 'Your time to send has run out. Reload the page and try again.',
  },
  TOO_MANY_OPEN_REQUESTS: {
    status: 409,
    error: 'Too many requests',
    message: "You've reached the maximum number of open requests. Close one first.",
  },
  TOO_MANY_KEPT_REQUESTS: {
    status: 409,
    error: 'Too many requests',
    message: "You've reached the maximum number of requests. Delete an ended one first.",
  },
  REQUESTS_NOT_YET_ALLOWED: {
    status: 403,
    error: 'Not yet allowed',
    message: 'Your account is too new to request files. Please try again later.',
  },
  AUTHORIZATION_PENDING: {
    status: 400,
    error: 'Not connected yet',
    message: 'Waiting for the person to connect this program.',
  },
  SLOW_DOWN: {
    status: 400,
    error: 'Asked too soon',
    message: 'Ask again after the interval.',
  },
  EXPIRED_TOKEN: {
    status: 400,
    error: 'Code expired',
    message: 'This code has expired or was used. Start again.',
  },
  ACCESS_DENIED: {
    status: 400,
    error: 'Not connected',
    message: "The person didn't connect this program.",
  },
  DEVICE_CODE_NOT_FOUND: {
    status: 404,
    error: 'Code not found',
    message: 'No program is waiting with this code.',
  },
  DEVICE_CODE_EXPIRED: {
    status: 410,
    error: 'Code expired',
    message: 'This code has expired. Start again in the program.',
  },
  WEBHOOK_NOT_FOUND: {
    status: 404,
    error: 'Webhook not found',
    message: 'Webhook not found. It may have been deleted.',
  },
  DELIVERY_NOT_FOUND: {
    status: 404,
    error: 'Call not found',
    message: "This webhook has no such call, or it's more than 30 days old.",
  },
  TOO_MANY_WEBHOOKS: {
    status: 409,
    error: 'Too many webhooks',
    message: "You've reached the maximum number of webhooks. Delete one first.",
  },
  WEBHOOK_OFF: {
    status: 409,
    error: 'Webhook is off',
    message: 'This webhook is off. Turn it on first.',
  },
  INVALID_WEBHOOK_ADDRESS: {
    status: 400,
    error: 'Invalid address',
    message: 'Enter an https address without a user name, a password or a part after #.',
  },
  WEBHOOK_ADDRESS_NOT_PUBLIC: {
    status: 400,
    error: 'Address refused',
    message: "This address isn't public.",
  },
  WEBHOOK_ADDRESS_UNKNOWN: {
    status: 400,
    error: 'Address not found',
    message: "We couldn't find the host of this address.",
  },
  METHOD_NOT_ALLOWED: {
    status: 405,
    error: 'Method not allowed',
    message: "This address doesn't support that method.",
  },
  DOWNLOAD_BUSY: {
    status: 409,
    error: 'Download in progress',
    message: 'The last download of this file is running right now. If it fails, you can try again.',
  },
  FILE_EXPIRED: {
    status: 410,
    error: 'File expired',
    message: 'This file has expired and was automatically deleted.',
  },
  LINK_NOT_FOUND: {
    status: 404,
    error: 'Link not found',
    message: 'This transfer has no such link.',
  },
  TOO_MANY_LINKS: {
    status: 409,
    error: 'Too many links',
    message: 'This transfer has reached the maximum number of links.',
  },
  TOO_MANY_FILES: {
    status: 409,
    error: 'Too many files',
    message: 'This transfer has reached the maximum number of files.',
  },
  CHANGED_MEANWHILE: {
    status: 409,
    error: 'Changed meanwhile',
    message: 'This transfer has changed in the meantime. Look at it again before you change it.',
  },
  ALREADY_OWNED: {
    status: 409,
    error: 'Already owned',
    message: 'This transfer already belongs to an account.',
  },
  LINK_REVOKED: { status: 410, error: 'Link revoked', message: 'The sender has withdrawn this link.' },
  LINK_EXPIRED: { status: 410, error: 'Link expired', message: 'This link has expired.' },
  LINK_USED_UP: {
    status: 410,
    error: 'Link used up',
    message: 'The allowed downloads have been used.',
  },
  TRANSFER_DISABLED: {
    status: 451,
    error: 'Transfer disabled',
    message: 'This transfer is unavailable while we review a report.',
  },
  REPORT_NOT_FOUND: {
    status: 404,
    error: 'Report not found',
    message: 'Report not found. Check the link, it is valid only whole.',
  },
  NOT_OUR_LINK: {
    status: 404,
    error: 'Link not found',
    message: "This isn't one of our links.",
  },
  FORM_EXPIRED: {
    status: 409,
    error: 'Form expired',
    message: 'This form has expired, or was made for another link. Please send it again.',
  },
  CASE_TAKEN: {
    status: 409,
    error: 'Case assigned',
    message: 'Someone else is working on this case.',
  },
  ALREADY_DECIDED: {
    status: 409,
    error: 'Already decided',
    message: 'This report has been decided, or can no longer be changed.',
  },
  UPLOADS_SUSPENDED: {
    status: 403,
    error: 'Uploads suspended',
    message: 'Uploads are suspended after repeated violations.',
  },
  CONTENT_BLOCKED: {
    status: 422,
    error: 'Content blocked',
    message: "This content was reported before and can't be sent with this service.",
  },
  CONTENT_NOT_ALLOWED: {
    status: 403,
    error: 'Not allowed',
    message: "Reported child abuse can't be opened here.",
  },
  FILE_ARRIVING: {
    status: 409,
    error: 'Still being uploaded',
    message: 'This file is still being uploaded. It can be downloaded when it is ready.',
  },
  FILE_DELETED: { status: 410, error: 'File deleted', message: 'This file was deleted by the sender.' },
  FILE_TOO_LARGE: {
    status: 413,
    error: 'File too large',
    message: 'File too large. Maximum size for free users is 2GB.',
  },
  BODY_TOO_LARGE: {
    status: 413,
    error: 'Request too large',
    message: 'The request is too large.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    error: 'Unsupported content type',
    message: "This content type isn't supported here.",
  },
  RANGE_NOT_SATISFIABLE: {
    status: 416,
    error: 'Range not satisfiable',
    message: "The requested part of the file doesn't exist.",
  },
  TRANSFER_TOO_LARGE: {
    status: 413,
    error: 'Transfer too large',
    message: 'Together, these files are too large for one link.',
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
    message: "File blocked for security. Programs and scripts can't be sent.",
  },
  VIRUS_DETECTED: {
    status: 422,
    error: 'Virus detected',
    message: 'File rejected due to security concerns. The scanner found malware.',
  },
  NOT_SCANNABLE: {
    status: 422,
    error: 'Not scannable',
    message: "File rejected due to security concerns. The virus scanner couldn't read it.",
  },
  UPLOAD_NOT_FOUND: {
    status: 404,
    error: 'Upload not found',
    message: 'Upload not found. It was cancelled or abandoned.',
  },
  UPLOAD_LOCKED: {
    status: 423,
    error: 'Upload in progress',
    message: 'This upload is already being sent over another connection.',
  },
  UPLOAD_OFFSET_MISMATCH: {
    status: 409,
    error: 'Offset mismatch',
    message: 'The upload continues at a different offset.',
  },
  UPLOAD_ENDED: {
    status: 410,
    error: 'Upload ended',
    message: 'The upload of this file ended before it was complete. Nothing can be downloaded.',
  },
  UPLOAD_NOT_FINISHED: {
    status: 409,
    error: 'Upload not finished',
    message: "This upload isn't finished yet.",
  },
  UPLOAD_CHECKSUM_MISMATCH: {
    status: 460,
    error: 'Checksum mismatch',
    message: "The data received doesn't match its checksum.",
  },
  TUS_VERSION_UNSUPPORTED: {
    status: 412,
    error: 'Precondition failed',
    message: 'Only tus 1.0.0 is supported here.',
  },
  RATE_LIMITED: {
    status: 429,
    error: 'Too many requests',
    message: 'Too many attempts. Please wait a moment and try again.',
  },
  INTERNAL_ERROR: {
    status: 500,
    error: 'Server error',
    message: 'Something went wrong on our end. Please try again.',
  },
  FILE_DAMAGED: {
    status: 500,
    error: 'File damaged',
    message: "The stored file failed its integrity check and can't be downloaded.",
  },
  USER_NOT_FOUND: {
    status: 404,
    error: 'User not found',
    message: 'User not found. The account may have been deleted.',
  },
  LAST_ADMIN: {
    status: 409,
    error: 'Last administrator',
    message: 'This is the last active administrator. The service needs at least one.',
  },
  BACKUP_RUNNING: {
    status: 409,
    error: 'Backup in progress',
    message: 'A backup is already running.',
  },
  BACKUP_FOLDER_UNUSABLE: {
    status: 400,
    error: 'Folder unusable',
    message: 'The server cannot write to this folder.',
  },
  MAIL_SERVER_UNREACHABLE: {
    status: 400,
    error: 'Mail server refuses',
    message: 'The mail server does not answer, or refuses the connection.',
  },
  MAIL_LOGIN_REFUSED: {
    status: 400,
    error: 'Login refused',
    message: 'The mail server refuses this user or password.',
  },
  SCANNER_UNREACHABLE: {
    status: 400,
    error: 'Scanner unreachable',
    message: 'No virus scanner answers at this address.',
  },
  SCANNER_MISSES_TEST_FILE: {
    status: 400,
    error: 'Scanner misses viruses',
    message: 'The scanner does not recognize the EICAR test file.',
  },
  ADDRESS_NOT_SECURE: {
    status: 400,
    error: 'Address not secure',
    message: 'The address of the service has to begin with https://.',
  },
  PROVIDER_UNREACHABLE: {
    status: 400,
    error: 'Provider unreachable',
    message: 'The sign-in provider does not answer at this address.',
  },
  BACKUP_FOLDER_TAKEN: {
    status: 409,
    error: 'Backup refused',
    message:
      'This folder contains backups from another or an unknown service. Restore one of them, or set a different BACKUP_DIR.',
  },
  RESTORE_REFUSED: {
    status: 409,
    error: 'Restore refused',
    message: "This backup can't be restored here.",
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
    message: 'Virus scanning is unavailable right now. Please try again in a moment.',
  },
  STORAGE_UNAVAILABLE: {
    status: 503,
    error: 'Storage unavailable',
    message: 'Service temporarily unavailable. Please try again.',
  },
  STORAGE_FULL: {
    status: 507,
    error: 'Storage full',
    message: "There isn't enough space for this file right now. Please try again later.",
  },
} as const satisfies Record<string, { status: number; error: string; message: string }>

export type ErrorCode = keyof typeof errors
