import type { ReportTexts } from './texts.en.ts'

/** The texts of mails about reports, in German. */
export const reportsDe: ReportTexts = {
  reasons: {
    malware: 'Schadsoftware oder Phishing',
    'child-abuse': 'Sexueller Missbrauch von Kindern',
    terrorism: 'Terrorismus',
    copyright: 'Urheber- oder Markenrecht',
    'personal-data': 'Personenbezogene Daten',
    fraud: 'Betrug',
    illegal: 'Andere rechtswidrige Inhalte',
    terms: 'Verstoß gegen die Nutzungsbedingungen',
  },

  received: {
    subject: (number, reason) => `Meldung ${number}: ${reason}`,
    transfer: {
      lead: 'Eine Übertragung wurde gemeldet',
      action: 'Diese Übertragung sperren',
      once: 'Die Schaltfläche wirkt einmal, ohne Anmeldung, und sperrt nur die Übertragung. Bis der Fall entschieden ist, können Sie sie wieder freigeben.',
      disabled:
        'Die Übertragung wurde automatisch gesperrt: für 24 Stunden oder bis ein Administrator den Fall ansieht.',
      gone: 'Die Übertragung war bereits beendet.',
    },
    request: {
      lead: 'Eine Dateianfrage wurde gemeldet',
      action: 'Diese Dateianfrage schließen',
      once: 'Die Schaltfläche wirkt einmal, ohne Anmeldung, und schließt nur die Dateianfrage. Bis der Fall entschieden ist, können Sie sie wieder öffnen.',
      disabled:
        'Die Dateianfrage wurde automatisch geschlossen: für 24 Stunden oder bis ein Administrator den Fall ansieht.',
      gone: 'Die Dateianfrage war bereits beendet.',
    },
    quote: 'Die Meldung:',
    decide: (url) => `Fall entscheiden: ${url}`,
    reason: (site) => `Sie erhalten diese E-Mail, weil Meldungen auf ${site} an diese Adresse gehen.`,
  },
  appealed: {
    subject: (number, reason) => `Widerspruch zu ${number}: ${reason}`,
    lead: 'Jemand widerspricht einer Entscheidung',
    action: 'Fall öffnen',
    other: 'Wenn möglich, sollte jemand anderes entscheiden als beim ersten Mal.',
  },

  letter: {
    forReporter: {
      subject: (number, outcome) => `Ihre Meldung ${number}: ${outcome}`,
      lead: (number) => `Zu Ihrer Meldung ${number}`,
      outcomes: {
        none: 'Wir haben nichts veranlasst',
        disable: 'Wir haben die Übertragung gesperrt',
        end: 'Wir haben die Übertragung beendet',
        'end-and-suspend': 'Wir haben die Übertragung beendet',
        police: 'Wir haben die Übertragung gesperrt',
      },
      closed: 'Wir haben die Dateianfrage geschlossen',
      reason: (site) =>
        `Sie erhalten diese E-Mail, weil Sie auf ${site} eine Meldung gesendet und diese Adresse bestätigt haben.`,
    },
    forUploader: {
      subject: (outcome, file) => `${outcome}: „${file}“`,
      lead: (number) => `Eine Ihrer Übertragungen wurde gemeldet (${number})`,
      outcomes: {
        none: 'Ihre Übertragung ist wieder verfügbar',
        disable: 'Wir haben Ihre Übertragung gesperrt',
        end: 'Wir haben Ihre Übertragung beendet',
        'end-and-suspend': 'Wir haben Ihre Übertragung beendet und Ihre Uploads für 30 Tage ausgesetzt',
        police: 'Wir haben Ihre Übertragung gesperrt',
      },
      cleared: 'Wir haben keinen Verstoß festgestellt',
      reason: (site) =>
        `Sie erhalten diese E-Mail, weil die Übertragung zu Ihrem Konto auf ${site} gehört. Das Gesetz verpflichtet uns, Ihnen die Gründe zu nennen.`,
      request: {
        lead: (number) => `Eine Ihrer Dateianfragen wurde gemeldet (${number})`,
        none: 'Ihre Dateianfrage ist wieder offen',
        closed: 'Wir haben Ihre Dateianfrage geschlossen',
        suspended: 'Wir haben Ihre Dateianfrage geschlossen und Ihre Uploads für 30 Tage ausgesetzt',
        reason: (site) =>
          `Sie erhalten diese E-Mail, weil die Dateianfrage zu Ihrem Konto auf ${site} gehört. Das Gesetz verpflichtet uns, Ihnen die Gründe zu nennen.`,
      },
    },
    action: 'Entscheidung ansehen',
    ground: (text) => `Grundlage: ${text}`,
    terms: (section) => `unsere Nutzungsbedingungen, ${section}`,
    facts: 'Was wir festgestellt haben:',
    automated: 'Bei dieser Entscheidung wurden automatisierte Mittel verwendet.',
    byPerson: 'Ein Mensch hat entschieden, ohne automatisierte Mittel.',
    others: (count) =>
      count === 1
        ? 'Das gilt auch für eine weitere Ihrer Übertragungen mit demselben Inhalt.'
        : `Das gilt auch für ${count} weitere Ihrer Übertragungen mit demselben Inhalt.`,
    claimant: (name) => `Gemeldet von: ${name}`,
    object: (moment) =>
      `Widersprechen Sie innerhalb von sechs Monaten, bis ${moment}, kostenlos auf der Seite hinter der Schaltfläche.`,
    final: 'Diese Entscheidung folgt auf einen Widerspruch. Wir prüfen sie nicht noch einmal.',
    elsewhere:
      'Sie können sich auch an eine zertifizierte außergerichtliche Streitbeilegungsstelle oder an ein Gericht wenden.',
  },
}
