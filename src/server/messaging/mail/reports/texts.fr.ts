import type { ReportTexts } from './texts.en.ts'

/** The texts of mails about reports, in French. */
export const reportsFr: ReportTexts = {
  reasons: {
    malware: 'Logiciel malveillant ou hameçonnage',
    'child-abuse': 'Abus sexuel sur enfant',
    terrorism: 'Terrorisme',
    copyright: 'Droit d’auteur ou marque',
    'personal-data': 'Données personnelles',
    fraud: 'Fraude',
    illegal: 'Autre contenu illégal',
    terms: 'Non-respect des conditions',
  },

  received: {
    subject: (number, reason) => `Signalement ${number}\u00a0: ${reason}`,
    transfer: {
      lead: 'Un transfert a été signalé',
      action: 'Désactiver ce transfert',
      once: 'Le bouton ne fonctionne qu’une fois, sans connexion, et ne fait que désactiver le transfert. Vous pouvez le rétablir tant que le dossier n’est pas tranché.',
      disabled:
        'Le transfert a été désactivé automatiquement, pour 24\u00a0heures ou jusqu’à ce qu’un administrateur ouvre le dossier.',
      gone: 'Le transfert avait déjà pris fin.',
    },
    request: {
      lead: 'Une demande de fichiers a été signalée',
      action: 'Fermer cette demande de fichiers',
      once: 'Le bouton ne fonctionne qu’une fois, sans connexion, et ne fait que fermer la demande de fichiers. Vous pouvez la rouvrir tant que le dossier n’est pas tranché.',
      disabled:
        'La demande de fichiers a été fermée automatiquement, pour 24\u00a0heures ou jusqu’à ce qu’un administrateur ouvre le dossier.',
      gone: 'La demande de fichiers avait déjà pris fin.',
    },
    quote: 'Le signalement\u00a0:',
    decide: (url) => `Traiter le dossier\u00a0: ${url}`,
    reason: (site) =>
      `Vous recevez cet e-mail parce que les signalements sur ${site} sont envoyés à cette adresse.`,
  },
  appealed: {
    subject: (number, reason) => `Contestation de ${number}\u00a0: ${reason}`,
    lead: 'Quelqu’un conteste une décision',
    action: 'Ouvrir le dossier',
    other: 'Si possible, une autre personne que la première fois devrait décider.',
  },

  letter: {
    forReporter: {
      subject: (number, outcome) => `Votre signalement ${number}\u00a0: ${outcome}`,
      lead: (number) => `Au sujet de votre signalement ${number}`,
      outcomes: {
        none: 'Nous n’avons pris aucune mesure',
        disable: 'Nous avons désactivé le transfert',
        end: 'Nous avons mis fin au transfert',
        'end-and-suspend': 'Nous avons mis fin au transfert',
        police: 'Nous avons désactivé le transfert',
      },
      closed: 'Nous avons fermé la demande de fichiers',
      reason: (site) =>
        `Vous recevez cet e-mail parce que vous avez envoyé un signalement sur ${site} et confirmé cette adresse.`,
    },
    forUploader: {
      subject: (outcome, file) => `${outcome}\u00a0: «\u00a0${file}\u00a0»`,
      lead: (number) => `L’un de vos transferts a été signalé (${number})`,
      outcomes: {
        none: 'Votre transfert est de nouveau disponible',
        disable: 'Nous avons désactivé votre transfert',
        end: 'Nous avons mis fin à votre transfert',
        'end-and-suspend':
          'Nous avons mis fin à votre transfert et suspendu vos envois pendant 30\u00a0jours',
        police: 'Nous avons désactivé votre transfert',
      },
      cleared: 'Nous n’avons constaté aucune infraction',
      reason: (site) =>
        `Vous recevez cet e-mail parce que le transfert appartient à votre compte sur ${site}. La loi nous oblige à vous en donner les motifs.`,
      request: {
        lead: (number) => `L’une de vos demandes de fichiers a été signalée (${number})`,
        none: 'Votre demande de fichiers est de nouveau ouverte',
        closed: 'Nous avons fermé votre demande de fichiers',
        suspended: 'Nous avons fermé votre demande de fichiers et suspendu vos envois pendant 30\u00a0jours',
        reason: (site) =>
          `Vous recevez cet e-mail parce que la demande de fichiers appartient à votre compte sur ${site}. La loi nous oblige à vous en donner les motifs.`,
      },
    },
    action: 'Voir la décision',
    ground: (text) => `Fondement\u00a0: ${text}`,
    terms: (section) => `nos conditions, ${section}`,
    facts: 'Ce que nous avons constaté\u00a0:',
    automated: 'Des moyens automatisés ont été utilisés pour cette décision.',
    byPerson: 'Une personne a décidé, sans moyens automatisés.',
    others: (count) =>
      count === 1
        ? 'Cela vaut aussi pour un autre de vos transferts ayant le même contenu.'
        : `Cela vaut aussi pour ${count} autres de vos transferts ayant le même contenu.`,
    claimant: (name) => `Signalé par\u00a0: ${name}`,
    object: (moment) =>
      `Contestez dans les six mois, jusqu’au ${moment}, gratuitement, sur la page derrière le bouton.`,
    final: 'Cette décision fait suite à une contestation. Nous ne la réexaminerons pas.',
    elsewhere:
      'Vous pouvez aussi saisir un organe certifié de règlement extrajudiciaire des litiges, ou un tribunal.',
  },
}
