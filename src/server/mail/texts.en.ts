/** What mails say in English. What strangers typed comes in quotation marks. */
export const en = {
  /** For the `lang` of the document. */
  language: 'en',
  /** For dates and numbers: English dates are European, day first. */
  locale: 'en-GB',
  units: ['B', 'KB', 'MB', 'GB'],
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
    message: 'They wrote:',
    nameUnchecked: 'Nobody has checked the name: whoever sends a file can type any.',
    reason: (site: string) =>
      `You get this mail because somebody entered your address at ${site}. Not expecting it? Then do not open the link.`,
  },
}

export type MailTexts = typeof en
