import { reportsDe } from './reports/texts.de.ts'
import type { MailTexts } from './texts.en.ts'

/** The texts of emails in German, in Sie. */
export const de: MailTexts = {
  language: 'de',
  locale: 'de-DE',
  units: ['B', 'KB', 'MB', 'GB'],
  colon: ':',
  moment: (date, time, zone) => `${date} um ${time} Uhr ${zone}`,
  clock: (time, zone) => `${time} Uhr ${zone}`,
  copyLink: 'Die Schaltfläche funktioniert nicht? Kopieren Sie diesen Link:',
  questions: (address) => `Fragen? Schreiben Sie an ${address}.`,
  noTracking: 'Diese E-Mail enthält kein Tracking.',

  stop: 'Keine E-Mails mehr von diesem Dienst erhalten',

  fileShared: {
    one: {
      subject: (what) => `Eine Datei für Sie: ${what}`,
      subjectFrom: (name, what) => `„${name}“ hat Ihnen eine Datei gesendet: ${what}`,
      lead: 'Ihnen wurde eine Datei gesendet',
      leadFrom: (name) => `„${name}“ hat Ihnen eine Datei gesendet`,
      action: 'Datei herunterladen',
      until: (moment) => `Verfügbar bis ${moment}. Danach wird sie gelöscht.`,
      once: 'Sie können sie einmal herunterladen.',
      ownerOnly: 'Nur der Absender kann sie öffnen.',
    },
    several: {
      subject: (count, what) => `${count} Dateien für Sie: ${what}`,
      subjectFrom: (count, name, what) => `„${name}“ hat Ihnen ${count} Dateien gesendet: ${what}`,
      lead: (count) => `Ihnen wurden ${count} Dateien gesendet`,
      leadFrom: (count, name) => `„${name}“ hat Ihnen ${count} Dateien gesendet`,
      action: 'Dateien herunterladen',
      until: (moment) => `Verfügbar bis ${moment}. Danach werden sie gelöscht.`,
      once: 'Sie können diese Dateien einmal herunterladen.',
      ownerOnly: 'Nur der Absender kann diese Dateien öffnen.',
    },
    withCode: {
      subject: 'Dateien für Sie',
      subjectFrom: (name) => `„${name}“ hat Ihnen Dateien gesendet`,
      lead: 'Ihnen wurden Dateien gesendet',
      leadFrom: (name) => `„${name}“ hat Ihnen Dateien gesendet`,
      headline: 'Nur Sie können sie öffnen',
      action: 'Dateien abrufen',
      code: 'Dieser Link ist nur für Sie. Wenn Sie ihn öffnen, senden wir Ihnen per E-Mail einen sechsstelligen Code. Wird diese E-Mail weitergeleitet, lässt sich der Link damit allein nicht öffnen.',
    },
    sealed: {
      headline: 'Ende-zu-Ende-verschlüsselte Dateien',
      key: 'Den Schlüssel gibt Ihnen der Absender auf einem anderen Weg. Er steht nicht in dieser E-Mail, und wir haben ihn nicht.',
    },
    ownLink: 'Dieser Link ist nur für Sie.',
    reminder: (subject) => `Erinnerung: ${subject}`,
    sentBefore: 'Sie haben diesen Link schon einmal erhalten. Er funktioniert weiterhin.',
    password: 'Sie benötigen ein Passwort vom Absender.',
    message: 'Nachricht:',
    caution: 'Wenn Sie diese E-Mail nicht erwartet haben, öffnen Sie den Link nicht.',
    cautionNamed:
      'Wir prüfen die Namen von Absendern nicht. Wenn Sie diese E-Mail nicht erwartet haben, öffnen Sie den Link nicht.',
    reason: (site) => `Sie erhalten diese E-Mail, weil jemand Ihre Adresse auf ${site} eingegeben hat.`,
  },

  code: {
    subject: (site) => `Ihr Code für ${site}`,
    lead: 'Ihr sechsstelliger Code',
    once: (minutes, site) =>
      `Er gilt einmal, ${minutes} Minuten lang. Geben Sie ihn nur auf ${site} ein, und geben Sie ihn nicht weiter.`,
    reasons: {
      report: (site) =>
        `Sie erhalten diese E-Mail, weil jemand Ihre Adresse in einer Meldung auf ${site} angegeben hat. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.`,
      link: (site) =>
        `Sie erhalten diese E-Mail, weil jemand auf ${site} einen Link geöffnet hat, der an Ihre Adresse gesendet wurde. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.`,
      manage: (site) =>
        `Sie erhalten diese E-Mail, weil jemand auf ${site} Ihre Adresse eingegeben hat, um dort einen Verwaltungslink zu empfangen. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.`,
      rights: (site) =>
        `Sie erhalten diese E-Mail, weil jemand auf ${site} Ihre Adresse eingegeben hat, um zu sehen, was dort über Sie gespeichert ist. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.`,
      request: (site) =>
        `Sie erhalten diese E-Mail, weil Ihre Adresse auf ${site} eingegeben wurde, um dort Dateien zu senden. Waren Sie das nicht, ignorieren Sie diese E-Mail.`,
    },
  },

  reports: reportsDe,

  manageLink: {
    subject: (what) => `Ihr Verwaltungslink: ${what}`,
    lead: 'Mit diesem Link verwalten Sie Ihre Übertragung',
    action: 'Übertragung verwalten',
    until: (moment) => `Verfügbar bis ${moment}.`,
    secret: 'Alle mit diesem Link können die Übertragung ändern oder löschen. Geben Sie ihn nicht weiter.',
    reason: (site) =>
      `Sie erhalten diese E-Mail, weil dieser Link auf ${site} für Ihre Adresse angefordert wurde.`,
  },

  receipt: {
    title: (what) => `Nachweis: ${what}`,
    files: (count) => (count === '1' ? '1 Datei' : `${count} Dateien`),
    sent: (moment) => `Gesendet: ${moment}`,
    until: (moment) => `Verfügbar bis: ${moment}`,
    mainLink: 'Hauptlink',
    otherLink: 'Weiterer Link',
    mailed: {
      queued: 'E-Mail: wartet auf den Versand',
      accepted: 'E-Mail: vom Mailserver angenommen',
      bounced: 'E-Mail: nicht zugestellt',
    },
    opened: (moment) => `Geöffnet: ${moment}`,
    notOpened: 'Nicht geöffnet',
    contentsOpened: (moment) => `Dateiliste angesehen: ${moment}`,
    downloaded: (moment) => `Heruntergeladen: ${moment}`,
    downloadedTimes: (count, first, last) =>
      count === '1'
        ? `Heruntergeladen: ${first}`
        : `${count}-mal heruntergeladen: zuerst ${first}, zuletzt ${last}`,
    notDownloaded: 'Nicht heruntergeladen',
    notDownloadedWhole: 'Nicht als Ganzes heruntergeladen',
    revoked: (moment) => `Widerrufen: ${moment}`,
    made: (moment) => `Stand: ${moment}.`,
  },

  test: {
    subject: (site) => `Test-E-Mail von ${site}`,
    lead: (site) => `${site} kann E-Mails senden`,
    headline: 'Es funktioniert',
    spam: 'Falls diese E-Mail im Spam-Ordner lag, prüfen Sie die SPF-, DKIM- und DMARC-Einträge Ihrer Domain.',
    reason: (site) =>
      `Sie erhalten diese E-Mail, weil Sie im Verwaltungsbereich von ${site} einen Test angefordert haben.`,
  },

  passwordReset: {
    subject: 'Wählen Sie ein neues Passwort',
    lead: (name) => `Für „${name}“ wurde ein neues Passwort angefordert`,
    headline: 'Wählen Sie ein neues Passwort',
    action: 'Passwort zurücksetzen',
    once: (moment) =>
      `Der Link gilt einmal, bis ${moment}. Beim Zurücksetzen werden Sie auf allen Geräten abgemeldet.`,
    reason: (site) =>
      `Sie erhalten diese E-Mail, weil jemand Ihre Adresse auf ${site} eingegeben hat. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail: Ihr Passwort ändert sich nicht.`,
  },

  invitation: {
    subject: (site) => `Ihre Einladung zu ${site}`,
    lead: (site) => `Sie sind eingeladen, auf ${site} ein Konto zu erstellen`,
    headline: 'Erstellen Sie Ihr Konto',
    action: 'Konto erstellen',
    once: (moment) => `Der Link gilt einmal, bis ${moment}.`,
    reason: (site) =>
      `Sie erhalten diese E-Mail, weil ein Administrator von ${site} Ihre Adresse eingegeben hat. Wenn Sie kein Konto möchten, ignorieren Sie diese E-Mail.`,
  },

  emailVerification: {
    subject: (site) => `Bestätigen Sie Ihre E-Mail-Adresse für ${site}`,
    lead: (name, site) => `Sie haben das Konto „${name}“ auf ${site} erstellt`,
    leadChange: (name, site) => `Dies soll die neue Adresse des Kontos „${name}“ auf ${site} sein`,
    headline: 'Bestätigen Sie Ihre E-Mail-Adresse',
    action: 'Adresse bestätigen',
    once: (moment) => `Der Link gilt einmal, bis ${moment}.`,
    reason: (site) =>
      `Sie erhalten diese E-Mail, weil jemand Ihre Adresse auf ${site} eingegeben hat. Wenn Sie das nicht waren, ignorieren Sie diese E-Mail.`,
  },

  fileNotice: {
    action: 'Ihre Dateien ansehen',
    until: (moment) => `Verfügbar bis ${moment}. Danach wird sie gelöscht.`,
    deleted: 'Sie haben nur einen Download erlaubt, deshalb wurde die Datei jetzt gelöscht.',
    events: {
      downloaded: {
        subject: (file) => `Ihre Datei wurde heruntergeladen: ${file}`,
        lead: 'Ihre Datei wurde heruntergeladen',
        meaning: [
          'Das war der erste Download. Weitere sehen Sie in Ihrem Portal; dafür senden wir keine E-Mails.',
        ],
      },
      expiring: {
        subject: (file) => `Ihre Datei läuft bald ab: ${file}`,
        lead: 'Ihre Datei läuft in weniger als einer Stunde ab',
        meaning: [],
      },
      damaged: {
        subject: (file) => `Ihre Datei ist beschädigt: ${file}`,
        lead: 'Ihre Datei ist auf dem Server beschädigt',
        meaning: [
          'Sie lässt sich nicht mehr vollständig herunterladen und muss noch einmal gesendet werden.',
        ],
      },
    },
    reason: (site) =>
      `Sie erhalten diese E-Mail, weil E-Mails zu Ihren Dateien in Ihren E-Mail-Einstellungen auf ${site} eingeschaltet sind.`,
  },

  requestNotice: {
    action: 'Anfrage ansehen',
    one: {
      subject: (title) => `Dateien eingegangen: ${title}`,
      lead: 'Für Ihre Anfrage sind Dateien eingegangen',
    },
    several: {
      subject: (count, title) => `${count} Uploads eingegangen: ${title}`,
      lead: (count) => `Für Ihre Anfrage sind ${count} Uploads eingegangen`,
    },
    digest: 'Kommen weitere Dateien an, schreiben wir Ihnen höchstens alle 15 Minuten.',
    keyDeleted: {
      subject: (title) => `Ihre Anfrage ist beendet: ${title}`,
      lead: 'Ihre Dateianfrage ist beendet',
      meaning:
        'Der Schlüssel der Anfrage wurde gelöscht, deshalb ließen sich neue Dateien nicht mehr für Sie verschließen. Erstellen Sie eine neue Anfrage, wenn Sie noch Dateien brauchen.',
    },
    reason: (site) =>
      `Sie erhalten diese E-Mail, weil in Ihren E-Mail-Einstellungen auf ${site} E-Mails zu Ihren Dateien eingeschaltet sind.`,
  },

  security: {
    lead: (name, site) => `Zu Ihrem Konto „${name}“ auf ${site}`,
    device: (name) => `Gerät: ${name}`,
    unknownDevice: 'Gerät: unbekannt',
    events: {
      newSignIn: {
        subject: (site) => `Neue Anmeldung auf ${site}`,
        headline: 'Neue Anmeldung',
        action: 'Ihre Sitzungen ansehen',
        meaning: 'Jemand hat sich mit einem neuen Gerät bei Ihrem Konto angemeldet.',
        otherwise: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort. Das beendet alle anderen Sitzungen.',
        reason: byPreference,
      },
      passwordChanged: {
        subject: (site) => `Ihr Passwort auf ${site} wurde geändert`,
        headline: 'Ihr Passwort wurde geändert',
        action: 'Neues Passwort wählen',
        meaning: 'Sie wurden auf allen anderen Geräten abgemeldet.',
        otherwise: 'Wenn Sie das nicht waren, wählen Sie sofort ein neues Passwort.',
        reason: byPreference,
      },
      accountReclaimed: {
        subject: (site) => `Ihr Konto auf ${site} gehört jetzt nur Ihnen`,
        headline: 'Ihr Passwort wurde geändert, frühere Zugänge sind beendet',
        action: 'Ihr Konto ansehen',
        meaning:
          'Diese E-Mail-Adresse war noch nie bestätigt, das Konto kann also von jemand anderem eröffnet worden sein. Jetzt ist sie bestätigt. Sitzungen, API-Schlüssel, Passkeys und verbundene Anmeldungen von früher gelten nicht mehr.',
        otherwise:
          'Eine Authenticator-App bleibt. Wenn Sie nach einem Code gefragt werden und nie eine App eingerichtet haben, schreiben Sie dem Betreiber: Ein Administrator kann die Bestätigung in zwei Schritten zurücksetzen.',
        reason: (site) =>
          `Sie erhalten diese E-Mail, weil das Passwort Ihres Kontos auf ${site} zurückgesetzt wurde. Wir senden sie unabhängig von Ihren Einstellungen.`,
      },
      emailChanged: {
        subject: (site) => `Ihre E-Mail-Adresse auf ${site} wurde geändert`,
        headline: 'Ihre E-Mail-Adresse wurde geändert',
        action: 'Ihr Konto ansehen',
        meaning: 'Ab jetzt senden wir E-Mails an Ihre neue Adresse und nicht mehr an diese.',
        otherwise:
          'Wenn das weder Sie noch der Betreiber waren, kennt jemand Ihr Passwort. Melden Sie sich an, ändern Sie es, und tragen Sie Ihre bisherige Adresse wieder ein.',
        reason: (site) =>
          `Sie erhalten diese E-Mail, weil dies die Adresse eines Kontos auf ${site} war. Wir senden sie unabhängig von Ihren Einstellungen.`,
      },
      emailChangeRequested: {
        subject: (site) => `Ihre E-Mail-Adresse auf ${site} soll geändert werden`,
        headline: 'Ihre E-Mail-Adresse soll geändert werden',
        action: 'Ihr Konto ansehen',
        meaning:
          'Wir haben einen Link an die neue Adresse gesendet. Sobald er geöffnet wird, schreiben wir nicht mehr an diese.',
        otherwise:
          'Wenn Sie das nicht waren, kann jemand für Ihr Konto handeln. Ändern Sie Ihr Passwort: Dann gilt der Link nicht mehr.',
        reason: (site) =>
          `Sie erhalten diese E-Mail, weil dies die Adresse eines Kontos auf ${site} ist. Wir senden sie unabhängig von Ihren Einstellungen.`,
      },
      identityConnected: {
        subject: (site) => `Neue Anmeldung auf ${site} verbunden`,
        headline: 'Eine Anmeldung wurde verbunden',
        action: 'Ihr Konto ansehen',
        meaning: 'Sie können sich ab jetzt auch mit Ihrem Konto beim Anbieter Ihrer Organisation anmelden.',
        otherwise: 'Wenn Sie das nicht waren, trennen Sie sie im Profil und ändern Sie Ihr Passwort.',
        reason: byPreference,
      },
      identityDisconnected: {
        subject: (site) => `Eine Anmeldung auf ${site} wurde getrennt`,
        headline: 'Eine verbundene Anmeldung wurde getrennt',
        action: 'Ihr Konto ansehen',
        meaning: 'Sie öffnet Ihr Konto nicht mehr.',
        otherwise: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort. Damit enden alle anderen Sitzungen.',
        reason: byPreference,
      },
      apiKeyCreated: {
        subject: (site) => `Neuer API-Schlüssel auf ${site}`,
        headline: 'Ein API-Schlüssel wurde erstellt',
        action: 'Ihre API-Schlüssel ansehen',
        meaning:
          'Programme mit diesem Schlüssel können für Ihr Konto handeln, soweit der Schlüssel es erlaubt.',
        otherwise: 'Wenn Sie das nicht waren, widerrufen Sie den Schlüssel und ändern Sie Ihr Passwort.',
        reason: byPreference,
      },
      secondFactorOn: {
        subject: (site) => `Bestätigung in zwei Schritten auf ${site} eingeschaltet`,
        headline: 'Die Bestätigung in zwei Schritten wurde eingeschaltet',
        action: 'Ihr Konto ansehen',
        meaning:
          'Ab jetzt brauchen Sie zum Anmelden Ihr Passwort und einen Code aus Ihrer Authenticator-App.',
        otherwise:
          'Wenn Sie das nicht waren, kennt jemand Ihr Passwort. Bitten Sie den Betreiber, die Bestätigung in zwei Schritten für Sie zurückzusetzen, und ändern Sie Ihr Passwort.',
        reason: byPreference,
      },
      secondFactorOff: {
        subject: (site) => `Bestätigung in zwei Schritten auf ${site} ausgeschaltet`,
        headline: 'Die Bestätigung in zwei Schritten wurde ausgeschaltet',
        action: 'Ihr Konto ansehen',
        meaning: 'Ab jetzt genügt Ihr Passwort, um Ihr Konto zu öffnen.',
        otherwise:
          'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und schalten Sie die Bestätigung in zwei Schritten wieder ein.',
        reason: byPreference,
      },
      passkeyAdded: {
        subject: (site) => `Neuer Passkey auf ${site}`,
        headline: 'Ein Passkey wurde hinzugefügt',
        action: 'Ihre Passkeys ansehen',
        meaning: 'Ab jetzt meldet er Sie an. Ihr Passwort allein öffnet Ihr Konto nicht mehr.',
        otherwise: 'Wenn Sie das nicht waren, entfernen Sie den Passkey und ändern Sie Ihr Passwort.',
        reason: byPreference,
      },
      passkeyRemoved: {
        subject: (site) => `Ein Passkey wurde auf ${site} entfernt`,
        headline: 'Ein Passkey wurde entfernt',
        action: 'Ihre Passkeys ansehen',
        meaning: 'Er meldet Sie nicht mehr an. Ihre anderen Passkeys und Ihre Codes bleiben, wie sie sind.',
        otherwise: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und prüfen Sie Ihre Passkeys.',
        reason: byPreference,
      },
      appRemoved: {
        subject: (site) => `Authenticator-App auf ${site} ausgeschaltet`,
        headline: 'Die Authenticator-App wurde ausgeschaltet',
        action: 'Ihr Konto ansehen',
        meaning: 'Die Codes aus der App gelten nicht mehr. Ihre Passkeys bleiben, wie sie sind.',
        otherwise: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und prüfen Sie Ihre Passkeys.',
        reason: byPreference,
      },
      recoveryCodeUsed: {
        subject: (site) => `Ein Wiederherstellungscode wurde auf ${site} verwendet`,
        headline: 'Ein Wiederherstellungscode wurde verwendet',
        action: 'Ihr Konto ansehen',
        meaning:
          'Jemand hat sich mit Ihrem Passwort und einem Ihrer Wiederherstellungscodes bei Ihrem Konto angemeldet. Dieser Code gilt nicht mehr.',
        otherwise:
          'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und erstellen Sie neue Wiederherstellungscodes.',
        reason: byPreference,
      },
      recoveryCodesMade: {
        subject: (site) => `Neue Wiederherstellungscodes auf ${site}`,
        headline: 'Neue Wiederherstellungscodes wurden erstellt',
        action: 'Ihr Konto ansehen',
        meaning: 'Ihre bisherigen Wiederherstellungscodes gelten nicht mehr.',
        otherwise:
          'Wenn Sie das nicht waren, ändern Sie Ihr Passwort und erstellen Sie neue Wiederherstellungscodes.',
        reason: byPreference,
      },
      factorsReset: {
        subject: (site) => `Bestätigung in zwei Schritten auf ${site} zurückgesetzt`,
        headline: 'Die Bestätigung in zwei Schritten wurde zurückgesetzt',
        action: 'Ihr Konto ansehen',
        meaning:
          'Ein Administrator hat Ihre Passkeys, Ihre Authenticator-App und Ihre Wiederherstellungscodes entfernt. Ihr Passwort allein öffnet Ihr Konto.',
        otherwise: 'Wenn Sie nicht darum gebeten haben, wenden Sie sich an den Betreiber.',
        reason: byPreference,
      },
      keyPasswordChanged: {
        subject: (site) => `Ihr Schlüsselpasswort auf ${site} wurde geändert`,
        headline: 'Ihr Schlüsselpasswort wurde geändert',
        action: 'Ihr Konto ansehen',
        meaning:
          'Dateien, die mit diesem Schlüssel verschlossen sind, öffnen Sie ab jetzt mit Ihrem neuen Schlüsselpasswort.',
        otherwise:
          'Wenn Sie das nicht waren, kennt jemand Ihr altes Schlüsselpasswort und kann sich als Sie anmelden. Ändern Sie zuerst Ihr Passwort.',
        reason: byPreference,
      },
      keyDeleted: {
        subject: (site) => `Einer Ihrer Schlüssel auf ${site} wurde gelöscht`,
        headline: 'Einer Ihrer Schlüssel wurde gelöscht',
        action: 'Ihr Konto ansehen',
        meaning:
          'Dateien, die nur dieser Schlüssel öffnen konnte, wurden ebenfalls gelöscht, außer sie wurden im Browser der Absender verschlüsselt: Diese öffnen die Wörter des Schlüssels weiterhin.',
        otherwise: 'Wenn Sie das nicht waren, ändern Sie Ihr Passwort. Das beendet alle anderen Sitzungen.',
        reason: byPreference,
      },
      sessionStolen: {
        subject: (site) => `Wir haben eine Sitzung auf ${site} zu Ihrer Sicherheit beendet`,
        headline: 'Wir haben eine Sitzung beendet',
        action: 'Ihre Sitzungen ansehen',
        meaning: 'Ihr Anmelde-Token wurde zweimal verwendet. Das kann bedeuten, dass es gestohlen wurde.',
        otherwise:
          'Melden Sie sich erneut an. Wenn Sie das Gerät unten nicht kennen, ändern Sie auch Ihr Passwort.',
        reason: byPreference,
      },
      accountErased: {
        subject: (site) => `Ihr Konto auf ${site} wurde gelöscht`,
        headline: 'Ihr Konto wurde gelöscht',
        action: 'Zu Restante',
        meaning:
          'Ihre Dateien, Kontakte, Schlüssel und Sitzungen wurden endgültig gelöscht, und Ihre Links funktionieren nicht mehr.',
        otherwise:
          'Nichts davon lässt sich wiederherstellen. Sie können jederzeit ein neues Konto erstellen.',
        reason: (site) =>
          `Sie erhalten diese E-Mail, weil dies die Adresse eines Kontos auf ${site} war. Weitere senden wir nicht.`,
      },
      webhookOff: {
        subject: (site) => `Ein Webhook auf ${site} wurde ausgeschaltet`,
        headline: 'Ein Webhook wurde ausgeschaltet',
        action: 'Ihre Webhooks ansehen',
        meaning: 'Fünf Tage lang kam kein Aufruf an. Deshalb rufen wir seine Adresse nicht mehr auf.',
        otherwise: 'Sobald die Adresse wieder antwortet, schalten Sie den Webhook wieder ein.',
        reason: (site) => `Sie erhalten diese E-Mail, weil Sie auf ${site} einen Webhook haben.`,
      },
      noticesOff: {
        subject: (site) => `Sicherheits-E-Mails von ${site} sind ausgeschaltet`,
        headline: 'Sicherheits-E-Mails sind ausgeschaltet',
        action: 'Ihr Konto ansehen',
        meaning:
          'Wir benachrichtigen Sie nicht mehr per E-Mail über neue Anmeldungen und Passwortänderungen.',
        otherwise:
          'Wenn Sie das nicht waren, ändern Sie Ihr Passwort, und schalten Sie diese E-Mails wieder ein.',
        reason: (site) =>
          `Sie erhalten diese E-Mail, weil Sicherheits-E-Mails für Ihr Konto auf ${site} ausgeschaltet wurden. Weitere dieser Art senden wir nicht.`,
      },
    },
  },
}

function byPreference(site: string): string {
  return `Sie erhalten diese E-Mail, weil Sicherheits-E-Mails in Ihren E-Mail-Einstellungen auf ${site} eingeschaltet sind.`
}
