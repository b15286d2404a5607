/** The texts of mails about reports, in English. */
export const reportsEn = {
  reasons: {
    malware: 'Malware or phishing',
    'child-abuse': 'Child sexual abuse',
    terrorism: 'Terrorism',
    copyright: 'Copyright or trade mark',
    'personal-data': 'Personal data',
    fraud: 'Fraud',
    illegal: 'Something else illegal',
    terms: 'Breaks the terms',
  },

  /** To the operator. */
  received: {
    subject: (number: string, reason: string) => `Report ${number}: ${reason}`,
    transfer: {
      lead: 'A transfer was reported',
      action: 'Disable this transfer',
      once: 'The button works once, without signing in, and only disables the transfer. You can restore it until the case is decided.',
      disabled:
        'The transfer was disabled automatically, for 24 hours or until an administrator looks at the case.',
      gone: 'The transfer had already ended.',
    },
    request: {
      lead: 'A file request was reported',
      action: 'Close this file request',
      once: 'The button works once, without signing in, and only closes the file request. You can open it again until the case is decided.',
      disabled:
        'The file request was closed automatically, for 24 hours or until an administrator looks at the case.',
      gone: 'The file request had already ended.',
    },
    quote: 'The report:',
    decide: (url: string) => `Decide the case: ${url}`,
    reason: (site: string) => `You’re receiving this email because reports at ${site} go to this address.`,
  },
  appealed: {
    subject: (number: string, reason: string) => `Objection to ${number}: ${reason}`,
    lead: 'Someone objects to a decision',
    action: 'Open the case',
    other: 'Someone other than the first time should decide, if possible.',
  },

  /** To both sides. */
  letter: {
    forReporter: {
      subject: (number: string, outcome: string) => `Your report ${number}: ${outcome}`,
      lead: (number: string) => `About your report ${number}`,
      outcomes: {
        none: 'We took no action',
        disable: 'We disabled the transfer',
        end: 'We ended the transfer',
        'end-and-suspend': 'We ended the transfer',
        police: 'We disabled the transfer',
      },
      /** For a file request, whatever the decision. */
      closed: 'We closed the file request',
      reason: (site: string) =>
        `You’re receiving this email because you sent a report at ${site} and confirmed this address.`,
    },
    forUploader: {
      subject: (outcome: string, file: string) => `${outcome}: “${file}”`,
      lead: (number: string) => `A transfer of yours was reported (${number})`,
      outcomes: {
        none: 'Your transfer is available again',
        disable: 'We disabled your transfer',
        end: 'We ended your transfer',
        'end-and-suspend': 'We ended your transfer and suspended your uploads for 30 days',
        police: 'We disabled your transfer',
      },
      /** For a transfer without a violation that has ended or stays disabled for another reason. */
      cleared: 'We found no violation',
      reason: (site: string) =>
        `You’re receiving this email because the transfer belongs to your account at ${site}. The law requires us to give you the reasons.`,
      request: {
        lead: (number: string) => `A file request of yours was reported (${number})`,
        none: 'Your file request is open again',
        closed: 'We closed your file request',
        suspended: 'We closed your file request and suspended your uploads for 30 days',
        reason: (site: string) =>
          `You’re receiving this email because the file request belongs to your account at ${site}. The law requires us to give you the reasons.`,
      },
    },
    action: 'View the decision',
    ground: (text: string) => `Ground: ${text}`,
    terms: (section: string) => `our terms, ${section}`,
    facts: 'What we found:',
    automated: 'Automated means were used to reach this decision.',
    byPerson: 'A person decided, without automated means.',
    others: (count: number) =>
      count === 1
        ? 'This applies to another transfer of yours with the same content, too.'
        : `This applies to ${count} other transfers of yours with the same content, too.`,
    claimant: (name: string) => `Reported by: ${name}`,
    object: (moment: string) =>
      `Object within six months, until ${moment}, free of charge, on the page behind the button.`,
    final: 'This decision follows an objection. We won’t review it again.',
    elsewhere: 'You can also turn to a certified out-of-court dispute settlement body, or to a court.',
  },
}

export type ReportTexts = typeof reportsEn
