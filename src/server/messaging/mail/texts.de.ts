import type { MailTexts } from './texts.en.ts'

/** What mails say in German. They address nobody as du or Sie. */
export const de: MailTexts = {
  language: 'de',
  locale: 'de-DE',
  units: ['B', 'KB', 'MB', 'GB'],
  colon: ':',
  moment: (date, time) => `${date} um ${time} Uhr (UTC)`,
  questions: (address) => `Fragen? Bitte an ${address} schreiben.`,
  noTracking: 'Nichts in dieser E-Mail verrät, dass sie gelesen wurde.',

  fileShared: {
    subject: (file) => `Eine Datei zum Herunterladen: ${file}`,
    subjectFrom: (name, file) => `„${name}“ hat eine Datei gesendet: ${file}`,
    lead: 'Jemand hat eine Datei gesendet',
    leadFrom: (name) => `Jemand mit dem angegebenen Namen „${name}“ hat eine Datei gesendet`,
    action: 'Datei herunterladen',
    until: (moment) => `Verfügbar bis ${moment}. Danach wird sie gelöscht.`,
    once: 'Sie kann einmal heruntergeladen werden und wird dann gelöscht.',
    password: 'Sie öffnet sich mit einem Passwort, das der Absender mitteilt.',
    ownerOnly: 'Sie ist für den Absender verschlossen: Niemand sonst kann sie öffnen.',
    message: 'Nachricht dazu:',
    nameUnchecked: 'Der Name ist nicht geprüft: Wer eine Datei sendet, kann jeden eingeben.',
    reason: (site) =>
      `Diese E-Mail kommt, weil jemand diese Adresse auf ${site} eingegeben hat. Unerwartet? Dann den Link bitte nicht öffnen.`,
  },

  passwordReset: {
    subject: 'Ein neues Passwort wählen',
    lead: (name) => `Für das Konto „${name}“ wurde ein neues Passwort angefordert`,
    headline: 'Ein neues Passwort wählen',
    action: 'Passwort zurücksetzen',
    once: (moment) =>
      `Der Link gilt einmal, bis ${moment}. Wer dann angemeldet ist, wird auf allen Geräten abgemeldet.`,
    reason: (site) =>
      `Diese E-Mail kommt, weil jemand diese Adresse auf ${site} eingegeben hat. Nicht selbst angefordert? Dann ist nichts zu tun: Das Passwort bleibt, wie es ist.`,
  },

  fileNotice: {
    action: 'Dateien ansehen',
    until: (moment) => `Verfügbar bis ${moment}. Danach wird sie gelöscht.`,
    deleted: 'Sie konnte einmal heruntergeladen werden, wie gewünscht, und ist jetzt gelöscht.',
    events: {
      downloaded: {
        subject: (file) => `Datei heruntergeladen: ${file}`,
        lead: 'Jemand hat diese Datei heruntergeladen',
        meaning: [
          'Es war das erste Mal. Weitere Downloads zählt das Portal; E-Mails kommen dafür nicht mehr.',
        ],
      },
      expiring: {
        subject: (file) => `Datei läuft bald ab: ${file}`,
        lead: 'Diese Datei läuft innerhalb der nächsten Stunde ab',
        meaning: [],
      },
    },
    reason: (site) =>
      `Diese E-Mail kommt, weil E-Mails zu den eigenen Dateien in den Einstellungen des Kontos auf ${site} eingeschaltet sind.`,
  },

  security: {
    lead: (name, site) => `Zum Konto „${name}“ auf ${site}`,
    device: (name) => `Gerät: ${name}`,
    unknownDevice: 'Gerät: unbekannt',
    events: {
      newSignIn: {
        subject: (site) => `Neue Anmeldung auf ${site}`,
        headline: 'Neue Anmeldung',
        action: 'Sitzungen ansehen',
        meaning: 'Jemand hat sich mit einem Gerät angemeldet, das bisher nicht bekannt war.',
        otherwise: 'Fremdes Gerät? Dann bitte das Passwort ändern: Das beendet alle anderen Sitzungen.',
        reason: byPreference,
      },
      passwordChanged: {
        subject: (site) => `Das Passwort auf ${site} wurde geändert`,
        headline: 'Das Passwort wurde geändert',
        action: 'Anderes Passwort wählen',
        meaning: 'Alle anderen Geräte wurden abgemeldet.',
        otherwise: 'Nicht selbst geändert? Dann bitte sofort ein anderes Passwort wählen.',
        reason: byPreference,
      },
      emailChanged: {
        subject: (site) => `Die E-Mail-Adresse auf ${site} wurde geändert`,
        headline: 'Die E-Mail-Adresse wurde geändert',
        action: 'Konto ansehen',
        meaning: 'Ab jetzt gehen E-Mails an die neue Adresse und keine mehr an diese.',
        otherwise:
          'Nicht selbst geändert? Dann kennt jemand das Passwort. Bitte anmelden, das Passwort ändern und die bisherige Adresse wieder eintragen.',
        reason: (site) =>
          `Diese E-Mail kommt, weil dies die Adresse eines Kontos auf ${site} war. Sie kommt unabhängig von den Einstellungen.`,
      },
      keyPasswordChanged: {
        subject: (site) => `Das Schlüsselpasswort auf ${site} wurde geändert`,
        headline: 'Das Schlüsselpasswort wurde geändert',
        action: 'Konto ansehen',
        meaning:
          'Die Dateien, die mit diesem Schlüssel verschlossen sind, öffnen sich ab jetzt mit dem neuen Schlüsselpasswort.',
        otherwise:
          'Nicht selbst geändert? Dann kennt jemand das alte und kann sich anmelden. Bitte zuerst das Passwort ändern.',
        reason: byPreference,
      },
      keyDeleted: {
        subject: (site) => `Ein Schlüssel auf ${site} wurde gelöscht`,
        headline: 'Ein Schlüssel wurde gelöscht',
        action: 'Konto ansehen',
        meaning: 'Dateien, die nur dieser Schlüssel öffnete, wurden mit ihm gelöscht.',
        otherwise:
          'Nicht selbst gelöscht? Dann bitte das Passwort ändern: Das beendet alle anderen Sitzungen.',
        reason: byPreference,
      },
      sessionStolen: {
        subject: (site) => `Eine Sitzung auf ${site} wurde zur Sicherheit beendet`,
        headline: 'Eine Sitzung wurde beendet',
        action: 'Sitzungen ansehen',
        meaning:
          'Das Token, das sie am Leben hielt, wurde ein zweites Mal benutzt. Zwei hatten es, also könnte es gestohlen sein.',
        otherwise:
          'Bitte neu anmelden. Ist das Gerät unten unbekannt, sollte auch das Passwort geändert werden.',
        reason: byPreference,
      },
      accountErased: {
        subject: (site) => `Das Konto auf ${site} wurde gelöscht`,
        headline: 'Das Konto wurde gelöscht',
        action: 'Zu Restante',
        meaning:
          'Dateien, Kontakte, Schlüssel und Sitzungen sind endgültig weg, und die Links öffnen nichts mehr.',
        otherwise: 'Niemand kann sie zurückholen. Ein neues Konto ist jederzeit möglich.',
        reason: (site) =>
          `Diese E-Mail kommt, weil dies die Adresse eines Kontos auf ${site} war. Es ist die letzte.`,
      },
      noticesOff: {
        subject: (site) => `Sicherheits-E-Mails von ${site} sind ausgeschaltet`,
        headline: 'Sicherheits-E-Mails sind ausgeschaltet',
        action: 'Konto ansehen',
        meaning: 'Neue Anmeldungen und Änderungen des Passworts werden nicht mehr gemeldet.',
        otherwise:
          'Nicht selbst ausgeschaltet? Dann bitte das Passwort ändern und diese E-Mails wieder einschalten.',
        reason: (site) =>
          `Diese E-Mail kommt, weil Sicherheits-E-Mails für das Konto auf ${site} ausgeschaltet wurden. Es ist die letzte.`,
      },
    },
  },
}

function byPreference(site: string): string {
  return `Diese E-Mail kommt, weil Sicherheits-E-Mails in den Einstellungen des Kontos auf ${site} eingeschaltet sind.`
}
