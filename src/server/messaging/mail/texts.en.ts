import { reportsEn } from './reports/texts.en.ts'

/** The texts of emails in English. Text typed by strangers is in quotation marks. */
export const en = {
  /** For the `lang` of the document. */
  language: 'en',
  /** For dates and numbers: English dates are European, day first. */
  locale: 'en-GB',
  units: ['B', 'KB', 'MB', 'GB'],
  /** As it stands after words. */
  colon: ':',
  moment: (date: string, time: string, zone: string) => `${date} at ${time} ${zone}`,
  /** The same moment beside another, on the same day. */
  clock: (time: string, zone: string) => `${time} ${zone}`,
  copyLink: 'Button not working? Copy this link:',
  questions: (address: string) => `Questions? Write to ${address}.`,
  noTracking: 'This email contains no tracking.',

  stop: 'Stop emails from this service',

  fileShared: {
    /** For one file, and for several. */
    one: {
      subject: (what: string) => `A file for you: ${what}`,
      subjectFrom: (name: string, what: string) => `“${name}” sent you a file: ${what}`,
      lead: 'You’ve been sent a file',
      leadFrom: (name: string) => `“${name}” sent you a file`,
      action: 'Download File',
      until: (moment: string) => `Available until ${moment}. Then it’s deleted.`,
      once: 'You can download it once.',
      ownerOnly: 'Only the sender can open it.',
    },
    several: {
      subject: (count: string, what: string) => `${count} files for you: ${what}`,
      subjectFrom: (count: string, name: string, what: string) =>
        `“${name}” sent you ${count} files: ${what}`,
      lead: (count: string) => `You’ve been sent ${count} files`,
      leadFrom: (count: string, name: string) => `“${name}” sent you ${count} files`,
      action: 'Download Files',
      until: (moment: string) => `Available until ${moment}. Then they’re deleted.`,
      once: 'You can download them once.',
      ownerOnly: 'Only the sender can open them.',
    },
    /** For a link that opens with a code: says nothing of the contents. */
    withCode: {
      subject: 'Files for you',
      subjectFrom: (name: string) => `“${name}” sent you files`,
      lead: 'You’ve been sent files',
      leadFrom: (name: string) => `“${name}” sent you files`,
      headline: 'Only you can open them',
      action: 'Get the Files',
      code: 'This link is yours alone. When you open it, we email you a six-digit code. Forwarding this email isn’t enough to open it.',
    },
    sealed: {
      headline: 'End-to-end encrypted files',
      key: 'The sender gives you the key another way. It isn’t in this email, and we don’t have it.',
    },
    ownLink: 'This link is yours alone.',
    reminder: (subject: string) => `Reminder: ${subject}`,
    sentBefore: 'You’ve been sent this link before. It still works.',
    password: 'You’ll need a password from the sender.',
    message: 'Message:',
    caution: 'If you weren’t expecting this email, don’t open the link.',
    cautionNamed: 'We don’t verify sender names. If you weren’t expecting this email, don’t open the link.',
    reason: (site: string) => `You’re receiving this email because someone entered your address at ${site}.`,
  },

  code: {
    subject: (site: string) => `Your code for ${site}`,
    lead: 'Your six-digit code',
    once: (minutes: string, site: string) =>
      `It works once, for ${minutes} minutes. Enter it only at ${site}, and don’t share it with anyone.`,
    reasons: {
      report: (site: string) =>
        `You’re receiving this email because someone entered your address in a report at ${site}. If it wasn’t you, ignore this email.`,
      link: (site: string) =>
        `You’re receiving this email because someone opened a link sent to your address at ${site}. If it wasn’t you, ignore this email.`,
      manage: (site: string) =>
        `You’re receiving this email because someone entered your address at ${site} to receive a manage link there. If it wasn’t you, ignore this email.`,
      rights: (site: string) =>
        `You’re receiving this email because someone entered your address at ${site} to see what is stored there about you. If it wasn’t you, ignore this email.`,
      request: (site: string) =>
        `You’re receiving this email because someone entered your address at ${site} to send files there. If it wasn’t you, ignore this email.`,
    },
  },

  reports: reportsEn,

  manageLink: {
    subject: (what: string) => `Your manage link: ${what}`,
    lead: 'With this link you manage your transfer',
    action: 'Manage Transfer',
    until: (moment: string) => `Available until ${moment}.`,
    secret: 'Anyone with this link can change or delete this transfer. Keep it private.',
    reason: (site: string) =>
      `You’re receiving this email because this link was requested for your address at ${site}.`,
  },

  /** The text file that says who got what when. */
  receipt: {
    title: (what: string) => `Receipt: ${what}`,
    files: (count: string) => (count === '1' ? '1 file' : `${count} files`),
    sent: (moment: string) => `Sent: ${moment}`,
    until: (moment: string) => `Available until: ${moment}`,
    mainLink: 'Main link',
    otherLink: 'Another link',
    mailed: {
      queued: 'Email: waiting to be sent',
      accepted: 'Email: accepted by the mail server',
      bounced: 'Email: not delivered',
    },
    opened: (moment: string) => `Opened: ${moment}`,
    notOpened: 'Not opened',
    contentsOpened: (moment: string) => `Looked at the file list: ${moment}`,
    downloaded: (moment: string) => `Downloaded: ${moment}`,
    downloadedTimes: (count: string, first: string, last: string) =>
      count === '1' ? `Downloaded: ${first}` : `Downloaded ${count} times: first ${first}, last ${last}`,
    notDownloaded: 'Not downloaded',
    notDownloadedWhole: 'Not downloaded as a whole',
    revoked: (moment: string) => `Revoked: ${moment}`,
    made: (moment: string) => `As of ${moment}.`,
  },

  test: {
    subject: (site: string) => `Test email from ${site}`,
    lead: (site: string) => `${site} can send email`,
    headline: 'It works',
    spam: 'If this email was in the spam folder, check the SPF, DKIM and DMARC records of your domain.',
    reason: (site: string) =>
      `You’re receiving this email because you asked for a test in the admin area of ${site}.`,
  },

  passwordReset: {
    subject: 'Choose a new password',
    lead: (name: string) => `A password reset was requested for “${name}”`,
    headline: 'Choose a new password',
    action: 'Reset Password',
    once: (moment: string) => `The link works once, until ${moment}. Resetting signs you out on all devices.`,
    reason: (site: string) =>
      `You’re receiving this email because someone entered your address at ${site}. If it wasn’t you, ignore this email: your password won’t change.`,
  },

  invitation: {
    subject: (site: string) => `Your invitation to ${site}`,
    lead: (site: string) => `You’re invited to create an account at ${site}`,
    headline: 'Create your account',
    action: 'Create Account',
    once: (moment: string) => `The link works once, until ${moment}.`,
    reason: (site: string) =>
      `You’re receiving this email because an administrator of ${site} entered your address. If you don’t want an account, ignore this email.`,
  },

  emailVerification: {
    subject: (site: string) => `Confirm your email address for ${site}`,
    lead: (name: string, site: string) => `You created the account “${name}” at ${site}`,
    leadChange: (name: string, site: string) =>
      `This is to be the new address of the account “${name}” at ${site}`,
    headline: 'Confirm your email address',
    action: 'Confirm Address',
    once: (moment: string) => `The link works once, until ${moment}.`,
    reason: (site: string) =>
      `You’re receiving this email because someone entered your address at ${site}. If it wasn’t you, ignore this email.`,
  },

  fileNotice: {
    action: 'View your files',
    until: (moment: string) => `Available until ${moment}. Then it’s deleted.`,
    deleted: 'You allowed one download, so the file has now been deleted.',
    events: {
      downloaded: {
        subject: (file: string) => `Your file was downloaded: ${file}`,
        lead: 'Your file was downloaded',
        meaning: [
          'This was the first download. You can see later downloads in your portal; we won’t email you about them.',
        ],
      },
      expiring: {
        subject: (file: string) => `Your file expires soon: ${file}`,
        lead: 'Your file expires in less than an hour',
        meaning: [],
      },
      damaged: {
        subject: (file: string) => `Your file is damaged: ${file}`,
        lead: 'Your file is damaged on the server',
        meaning: ['It can’t be downloaded completely and has to be sent again.'],
      },
    },
    reason: (site: string) =>
      `You’re receiving this email because emails about your files are turned on in your email preferences at ${site}.`,
  },

  requestNotice: {
    action: 'View Request',
    one: {
      subject: (title: string) => `Files arrived: ${title}`,
      lead: 'Someone sent files for your request',
    },
    several: {
      subject: (count: string, title: string) => `${count} uploads arrived: ${title}`,
      lead: (count: string) => `${count} uploads arrived for your request`,
    },
    digest: 'If more arrives, we’ll email you at most every 15 minutes.',
    keyDeleted: {
      subject: (title: string) => `Your request has ended: ${title}`,
      lead: 'Your file request has ended',
      meaning:
        'Its key was deleted, so new files couldn’t be locked for you. Create a new request if you still need files.',
    },
    reason: (site: string) =>
      `You’re receiving this email because emails about your files are turned on in your email preferences at ${site}.`,
  },

  security: {
    lead: (name: string, site: string) => `About your account “${name}” at ${site}`,
    device: (name: string) => `Device: ${name}`,
    unknownDevice: 'Device: unknown',
    events: {
      newSignIn: {
        subject: (site: string) => `New sign-in at ${site}`,
        headline: 'New sign-in',
        action: 'View your sessions',
        meaning: 'Someone signed in to your account from a new device.',
        otherwise: 'If it wasn’t you, change your password. This ends all other sessions.',
        reason: byPreference,
      },
      passwordChanged: {
        subject: (site: string) => `Your password at ${site} was changed`,
        headline: 'Your password was changed',
        action: 'Choose a new password',
        meaning: 'You’ve been signed out on all other devices.',
        otherwise: 'If it wasn’t you, choose a new password now.',
        reason: byPreference,
      },
      accountReclaimed: {
        subject: (site: string) => `Your account at ${site} is yours alone now`,
        headline: 'Your password was changed, and earlier access has ended',
        action: 'View your account',
        meaning:
          'Nobody had confirmed this email address before, so someone else may have opened the account. It’s confirmed now. Sessions, API keys, passkeys and connected sign-ins from before no longer work.',
        otherwise:
          'An authenticator app stays. If you’re asked for a code and never set up an app, write to the operator: an administrator can reset two-step sign-in.',
        reason: (site: string) =>
          `You’re receiving this email because the password of your account at ${site} was reset. We send it regardless of your preferences.`,
      },
      emailChanged: {
        subject: (site: string) => `Your email address at ${site} was changed`,
        headline: 'Your email address was changed',
        action: 'View your account',
        meaning: 'From now on, we’ll send emails to your new address and not to this one.',
        otherwise:
          'If it was neither you nor the operator, someone has your password. Sign in, change it and restore your address.',
        reason: (site: string) =>
          `You’re receiving this email because this was the address of an account at ${site}. We send it regardless of your preferences.`,
      },
      emailChangeRequested: {
        subject: (site: string) => `Your email address at ${site} is about to change`,
        headline: 'Your email address is about to change',
        action: 'View your account',
        meaning: 'We’ve sent a link to the new address. Once it is opened, we no longer write to this one.',
        otherwise:
          'If it wasn’t you, someone can act for your account. Change your password: the link then stops working.',
        reason: (site: string) =>
          `You’re receiving this email because this is the address of an account at ${site}. We send it regardless of your preferences.`,
      },
      identityConnected: {
        subject: (site: string) => `New way to sign in at ${site}`,
        headline: 'A sign-in was connected',
        action: 'View your account',
        meaning: 'From now on, you can also sign in with your account at your organization’s provider.',
        otherwise: 'If it wasn’t you, disconnect it in your profile and change your password.',
        reason: byPreference,
      },
      identityDisconnected: {
        subject: (site: string) => `A sign-in at ${site} was disconnected`,
        headline: 'A connected sign-in was removed',
        action: 'View your account',
        meaning: 'It no longer opens your account.',
        otherwise: 'If it wasn’t you, change your password. This ends all other sessions.',
        reason: byPreference,
      },
      apiKeyCreated: {
        subject: (site: string) => `New API key at ${site}`,
        headline: 'An API key was created',
        action: 'View your API keys',
        meaning: 'Programs with this key can act for your account, as far as the key allows.',
        otherwise: 'If it wasn’t you, revoke the key and change your password.',
        reason: byPreference,
      },
      secondFactorOn: {
        subject: (site: string) => `Two-step sign-in turned on at ${site}`,
        headline: 'Two-step sign-in was turned on',
        action: 'View your account',
        meaning: 'From now on, signing in takes your password and a code from your authenticator app.',
        otherwise:
          'If it wasn’t you, someone has your password. Ask the operator to reset two-step sign-in for you, then change your password.',
        reason: byPreference,
      },
      secondFactorOff: {
        subject: (site: string) => `Two-step sign-in turned off at ${site}`,
        headline: 'Two-step sign-in was turned off',
        action: 'View your account',
        meaning: 'From now on, your password alone opens your account.',
        otherwise: 'If it wasn’t you, change your password and turn two-step sign-in on again.',
        reason: byPreference,
      },
      passkeyAdded: {
        subject: (site: string) => `New passkey at ${site}`,
        headline: 'A passkey was added',
        action: 'View your passkeys',
        meaning: 'From now on, it signs you in. Your password alone no longer opens your account.',
        otherwise: 'If it wasn’t you, remove the passkey and change your password.',
        reason: byPreference,
      },
      passkeyRemoved: {
        subject: (site: string) => `A passkey was removed at ${site}`,
        headline: 'A passkey was removed',
        action: 'View your passkeys',
        meaning: 'It no longer signs you in. Your other passkeys and codes stay as they are.',
        otherwise: 'If it wasn’t you, change your password and check your passkeys.',
        reason: byPreference,
      },
      appRemoved: {
        subject: (site: string) => `Authenticator app turned off at ${site}`,
        headline: 'The authenticator app was turned off',
        action: 'View your account',
        meaning: 'Its codes no longer work. Your passkeys stay as they are.',
        otherwise: 'If it wasn’t you, change your password and check your passkeys.',
        reason: byPreference,
      },
      recoveryCodeUsed: {
        subject: (site: string) => `A recovery code was used at ${site}`,
        headline: 'A recovery code was used',
        action: 'View your account',
        meaning:
          'Someone signed in to your account with your password and one of your recovery codes. That code no longer works.',
        otherwise: 'If it wasn’t you, change your password and make new recovery codes.',
        reason: byPreference,
      },
      recoveryCodesMade: {
        subject: (site: string) => `New recovery codes at ${site}`,
        headline: 'New recovery codes were made',
        action: 'View your account',
        meaning: 'Your earlier recovery codes no longer work.',
        otherwise: 'If it wasn’t you, change your password and make new recovery codes.',
        reason: byPreference,
      },
      factorsReset: {
        subject: (site: string) => `Two-step sign-in at ${site} was reset`,
        headline: 'Two-step sign-in was reset',
        action: 'View your account',
        meaning:
          'An administrator removed your passkeys, your authenticator app and your recovery codes. Your password alone opens your account.',
        otherwise: 'If you didn’t ask for it, contact the operator.',
        reason: byPreference,
      },
      keyPasswordChanged: {
        subject: (site: string) => `Your key password at ${site} was changed`,
        headline: 'Your key password was changed',
        action: 'View your account',
        meaning: 'Files locked to this key now open with your new key password.',
        otherwise:
          'If it wasn’t you, someone has your old key password and can sign in as you. Change your password first.',
        reason: byPreference,
      },
      keyDeleted: {
        subject: (site: string) => `One of your keys at ${site} was deleted`,
        headline: 'One of your keys was deleted',
        action: 'View your account',
        meaning:
          'Files only this key could open were deleted too, unless they were encrypted in the sender’s browser: the words of the key still open those.',
        otherwise: 'If it wasn’t you, change your password. This ends all other sessions.',
        reason: byPreference,
      },
      sessionStolen: {
        subject: (site: string) => `We ended a session at ${site} for your security`,
        headline: 'We ended a session',
        action: 'View your sessions',
        meaning: 'Its sign-in token was used twice, which can mean it was stolen.',
        otherwise: 'Sign in again. If you don’t recognize the device below, change your password too.',
        reason: byPreference,
      },
      accountErased: {
        subject: (site: string) => `Your account at ${site} was deleted`,
        headline: 'Your account was deleted',
        action: 'Go to Restante',
        meaning:
          'Your files, contacts, keys and sessions were permanently deleted, and your links no longer work.',
        otherwise: 'None of it can be recovered. You can create a new account at any time.',
        reason: (site: string) =>
          `You’re receiving this email because this was the address of an account at ${site}. We won’t send any more.`,
      },
      webhookOff: {
        subject: (site: string) => `A webhook at ${site} was turned off`,
        headline: 'A webhook was turned off',
        action: 'View your webhooks',
        meaning: 'No call got through for five days, so we stopped calling its address.',
        otherwise: 'Once the address answers again, turn the webhook back on.',
        reason: (site: string) => `You’re receiving this email because you have a webhook at ${site}.`,
      },
      noticesOff: {
        subject: (site: string) => `Security emails from ${site} are turned off`,
        headline: 'Security emails are turned off',
        action: 'View your account',
        meaning: 'We’ll no longer email you about new sign-ins and password changes.',
        otherwise: 'If it wasn’t you, change your password and turn these emails back on.',
        reason: (site: string) =>
          `You’re receiving this email because security emails were turned off for your account at ${site}. We won’t send any more of them.`,
      },
    },
  },
}

function byPreference(site: string): string {
  return `You’re receiving this email because security emails are turned on in your email preferences at ${site}.`
}

export type MailTexts = typeof en
