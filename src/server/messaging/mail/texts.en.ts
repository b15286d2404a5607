/** What mails say in English. What strangers typed comes in quotation marks. */
export const en = {
  /** For the `lang` of the document. */
  language: 'en',
  /** For dates and numbers: English dates are European, day first. */
  locale: 'en-GB',
  units: ['B', 'KB', 'MB', 'GB'],
  /** As it stands after words. */
  colon: ':',
  moment: (date: string, time: string) => `${date} at ${time} UTC`,
  questions: (address: string) => `Questions? Write to ${address}.`,
  noTracking: 'Nothing in this mail tells anybody that you have read it.',

  fileShared: {
    subject: (file: string) => `A file for you: ${file}`,
    subjectFrom: (name: string, file: string) => `“${name}” sent you a file: ${file}`,
    lead: 'Somebody sent you a file',
    leadFrom: (name: string) => `Somebody who gave the name “${name}” sent you a file`,
    action: 'Download File',
    until: (moment: string) => `Available until ${moment}. It is deleted after that.`,
    once: 'It can be downloaded once and is deleted then.',
    password: 'It opens with a password, which the sender tells you.',
    ownerOnly: 'It is locked for whoever sent it: nobody else can open it.',
    message: 'They wrote:',
    nameUnchecked: 'Nobody has checked the name: whoever sends a file can type any.',
    reason: (site: string) =>
      `You get this mail because somebody entered your address at ${site}. If you were not expecting it, do not open the link.`,
  },

  passwordReset: {
    subject: 'Choose a new password',
    lead: (name: string) => `Somebody, most likely you, has forgotten the password of “${name}”`,
    headline: 'Choose a new password',
    action: 'Reset Password',
    once: (moment: string) =>
      `The link works once, until ${moment}. Everybody who is signed in is signed out then.`,
    reason: (site: string) =>
      `You get this mail because somebody entered your address at ${site}. If it was not you, do nothing: the password stays as it is.`,
  },

  fileNotice: {
    action: 'See Your Files',
    until: (moment: string) => `Available until ${moment}. It is deleted after that.`,
    deleted: 'It could be downloaded once, as you wished, and has been deleted.',
    events: {
      downloaded: {
        subject: (file: string) => `Your file was downloaded: ${file}`,
        lead: 'Somebody downloaded your file',
        meaning: ['It was the first time. The portal counts those that follow; no mail is sent for them.'],
      },
      expiring: {
        subject: (file: string) => `Your file expires soon: ${file}`,
        lead: 'Your file expires within the hour',
        meaning: [],
      },
    },
    reason: (site: string) =>
      `You get this mail because mails about your files are on in the email preferences of your account at ${site}.`,
  },

  security: {
    lead: (name: string, site: string) => `About your account “${name}” at ${site}`,
    device: (name: string) => `Device: ${name}`,
    unknownDevice: 'Device: unknown',
    events: {
      newSignIn: {
        subject: (site: string) => `New sign-in at ${site}`,
        headline: 'New sign-in',
        action: 'See Your Sessions',
        meaning: 'Somebody signed in from a device that has not been seen before.',
        otherwise: 'If it was not you, change your password: it ends all other sessions.',
        reason: byPreference,
      },
      passwordChanged: {
        subject: (site: string) => `Your password at ${site} was changed`,
        headline: 'Your password was changed',
        action: 'Choose Another Password',
        meaning: 'Whoever was signed in elsewhere has been signed out.',
        otherwise: 'If it was not you, choose another password now.',
        reason: byPreference,
      },
      emailChanged: {
        subject: (site: string) => `Your email address at ${site} was changed`,
        headline: 'Your email address was changed',
        action: 'See Your Account',
        meaning: 'From now on mails go to the new address, and none to this one.',
        otherwise:
          'If it was not you, somebody knows your password. Sign in, change it, and put your address back.',
        reason: (site: string) =>
          `You get this mail because this was the address of an account at ${site}. It is sent whatever your settings are.`,
      },
      keyPasswordChanged: {
        subject: (site: string) => `Your key password at ${site} was changed`,
        headline: 'Your key password was changed',
        action: 'See Your Account',
        meaning: 'The files locked with this key open with the new key password from now on.',
        otherwise:
          'If it was not you, somebody knows the old one and can sign in as you. Change your password first.',
        reason: byPreference,
      },
      keyDeleted: {
        subject: (site: string) => `A key of yours at ${site} was deleted`,
        headline: 'A key of yours was deleted',
        action: 'See Your Account',
        meaning: 'Files that only this key opened have been deleted with it.',
        otherwise: 'If it was not you, change your password: it ends all other sessions.',
        reason: byPreference,
      },
      sessionStolen: {
        subject: (site: string) => `A session at ${site} was ended for your safety`,
        headline: 'A session was ended',
        action: 'See Your Sessions',
        meaning:
          'The token that kept it going was used a second time. Two had it, so one of them may have stolen it.',
        otherwise: 'Sign in again. If you do not know the device below, change your password as well.',
        reason: byPreference,
      },
      accountErased: {
        subject: (site: string) => `Your account at ${site} was erased`,
        headline: 'Your account was erased',
        action: 'Go to Restante',
        meaning:
          'Your files, contacts, keys and sessions are gone for good, and your links open nothing any more.',
        otherwise: 'Nobody can bring them back. You can sign up again at any time.',
        reason: (site: string) =>
          `You get this mail because this was the address of an account at ${site}. It is the last one.`,
      },
      noticesOff: {
        subject: (site: string) => `Security mails from ${site} are off`,
        headline: 'Security mails are off',
        action: 'See Your Account',
        meaning: 'You will not be told of new sign-ins and of changes of your password any more.',
        otherwise: 'If it was not you, change your password and switch these mails on again.',
        reason: (site: string) =>
          `You get this mail because security mails were switched off for your account at ${site}. It is the last one.`,
      },
    },
  },
}

function byPreference(site: string): string {
  return `You get this mail because security mails are on in the email preferences of your account at ${site}.`
}

export type MailTexts = typeof en
