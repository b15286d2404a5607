import type { MailTexts } from './texts.en.ts'

/** What mails say in French, with the spaces before signs that French wants. */
export const fr: MailTexts = {
  language: 'fr',
  locale: 'fr-FR',
  units: ['o', 'Ko', 'Mo', 'Go'],
  colon: '\u00a0:',
  moment: (date, time) => `${date} à ${time} UTC`,
  questions: (address) => `Des questions\u202f? Écrivez à ${address}.`,
  noTracking: 'Rien dans cet e-mail ne dit à qui que ce soit que vous l’avez lu.',

  fileShared: {
    subject: (file) => `Un fichier pour vous\u00a0: ${file}`,
    subjectFrom: (name, file) => `«\u00a0${name}\u00a0» vous a envoyé un fichier\u00a0: ${file}`,
    lead: 'Quelqu’un vous a envoyé un fichier',
    leadFrom: (name) => `Quelqu’un qui se présente comme «\u00a0${name}\u00a0» vous a envoyé un fichier`,
    action: 'Télécharger le fichier',
    until: (moment) => `Disponible jusqu’au ${moment}. Il est ensuite supprimé.`,
    once: 'Il peut être téléchargé une seule fois, puis il est supprimé.',
    password: 'Il s’ouvre avec un mot de passe que l’expéditeur vous communique.',
    ownerOnly: 'Il est verrouillé pour la personne qui l’a envoyé\u00a0: personne d’autre ne peut l’ouvrir.',
    message: 'Son message\u00a0:',
    nameUnchecked:
      'Personne n’a vérifié ce nom\u00a0: qui envoie un fichier peut en saisir n’importe lequel.',
    reason: (site) =>
      `Vous recevez cet e-mail parce que quelqu’un a saisi votre adresse sur ${site}. Vous ne l’attendiez pas\u202f? Alors n’ouvrez pas le lien.`,
  },

  passwordReset: {
    subject: 'Choisissez un nouveau mot de passe',
    lead: (name) => `Quelqu’un, sans doute vous, a oublié le mot de passe de «\u00a0${name}\u00a0»`,
    headline: 'Choisissez un nouveau mot de passe',
    action: 'Réinitialiser le mot de passe',
    once: (moment) =>
      `Le lien sert une seule fois, jusqu’au ${moment}. Tous les appareils connectés seront alors déconnectés.`,
    reason: (site) =>
      `Vous recevez cet e-mail parce que quelqu’un a saisi votre adresse sur ${site}. Ce n’était pas vous\u202f? Alors ne faites rien\u00a0: le mot de passe reste ce qu’il est.`,
  },

  fileNotice: {
    action: 'Voir vos fichiers',
    until: (moment) => `Disponible jusqu’au ${moment}. Il est ensuite supprimé.`,
    deleted: 'Il pouvait être téléchargé une seule fois, comme vous le vouliez, et a été supprimé.',
    events: {
      downloaded: {
        subject: (file) => `Votre fichier a été téléchargé\u00a0: ${file}`,
        lead: 'Quelqu’un a téléchargé votre fichier',
        meaning: [
          'C’était la première fois. Le portail compte les suivantes\u202f; aucun e-mail n’est envoyé pour elles.',
        ],
      },
      expiring: {
        subject: (file) => `Votre fichier expire bientôt\u00a0: ${file}`,
        lead: 'Votre fichier expire dans l’heure',
        meaning: [],
      },
    },
    reason: (site) =>
      `Vous recevez cet e-mail parce que les e-mails sur vos fichiers sont activés dans les préférences de votre compte sur ${site}.`,
  },

  security: {
    lead: (name, site) => `À propos de votre compte «\u00a0${name}\u00a0» sur ${site}`,
    device: (name) => `Appareil\u00a0: ${name}`,
    unknownDevice: 'Appareil\u00a0: inconnu',
    events: {
      newSignIn: {
        subject: (site) => `Nouvelle connexion sur ${site}`,
        headline: 'Nouvelle connexion',
        action: 'Voir vos sessions',
        meaning: 'Quelqu’un s’est connecté depuis un appareil qui n’avait pas encore été vu.',
        otherwise:
          'Ce n’était pas vous\u202f? Alors changez votre mot de passe\u00a0: cela met fin à toutes les autres sessions.',
        reason: byPreference,
      },
      passwordChanged: {
        subject: (site) => `Votre mot de passe sur ${site} a été changé`,
        headline: 'Votre mot de passe a été changé',
        action: 'Choisir un autre mot de passe',
        meaning: 'Tous les autres appareils ont été déconnectés.',
        otherwise: 'Ce n’était pas vous\u202f? Alors choisissez tout de suite un autre mot de passe.',
        reason: byPreference,
      },
      emailChanged: {
        subject: (site) => `Votre adresse e-mail sur ${site} a été changée`,
        headline: 'Votre adresse e-mail a été changée',
        action: 'Voir votre compte',
        meaning: 'Désormais, les e-mails vont à la nouvelle adresse, et plus aucun à celle-ci.',
        otherwise:
          'Ce n’était pas vous\u202f? Alors quelqu’un connaît votre mot de passe. Connectez-vous, changez-le et rétablissez votre adresse.',
        reason: (site) =>
          `Vous recevez cet e-mail parce que cette adresse était celle d’un compte sur ${site}. Il est envoyé quels que soient vos réglages.`,
      },
      keyPasswordChanged: {
        subject: (site) => `Votre mot de passe de clé sur ${site} a été changé`,
        headline: 'Votre mot de passe de clé a été changé',
        action: 'Voir votre compte',
        meaning:
          'Les fichiers verrouillés avec cette clé s’ouvrent désormais avec le nouveau mot de passe de clé.',
        otherwise:
          'Ce n’était pas vous\u202f? Alors quelqu’un connaît l’ancien et peut se connecter à votre place. Changez d’abord votre mot de passe.',
        reason: byPreference,
      },
      keyDeleted: {
        subject: (site) => `Une de vos clés sur ${site} a été supprimée`,
        headline: 'Une de vos clés a été supprimée',
        action: 'Voir votre compte',
        meaning: 'Les fichiers que seule cette clé ouvrait ont été supprimés avec elle.',
        otherwise:
          'Ce n’était pas vous\u202f? Alors changez votre mot de passe\u00a0: cela met fin à toutes les autres sessions.',
        reason: byPreference,
      },
      sessionStolen: {
        subject: (site) => `Une session sur ${site} a été fermée pour votre sécurité`,
        headline: 'Une session a été fermée',
        action: 'Voir vos sessions',
        meaning:
          'Le jeton qui la maintenait ouverte a servi une seconde fois. Deux appareils l’avaient\u00a0: il a donc peut-être été volé.',
        otherwise:
          'Reconnectez-vous. Si vous ne connaissez pas l’appareil ci-dessous, changez aussi votre mot de passe.',
        reason: byPreference,
      },
      accountErased: {
        subject: (site) => `Votre compte sur ${site} a été effacé`,
        headline: 'Votre compte a été effacé',
        action: 'Aller sur Restante',
        meaning:
          'Vos fichiers, contacts, clés et sessions ont disparu pour de bon, et vos liens n’ouvrent plus rien.',
        otherwise: 'Personne ne peut les faire revenir. Vous pouvez ouvrir un nouveau compte à tout moment.',
        reason: (site) =>
          `Vous recevez cet e-mail parce que cette adresse était celle d’un compte sur ${site}. C’est le dernier.`,
      },
      noticesOff: {
        subject: (site) => `Les e-mails de sécurité de ${site} sont désactivés`,
        headline: 'Les e-mails de sécurité sont désactivés',
        action: 'Voir votre compte',
        meaning: 'Les nouvelles connexions et les changements de mot de passe ne vous seront plus signalés.',
        otherwise: 'Ce n’était pas vous\u202f? Alors changez votre mot de passe et réactivez ces e-mails.',
        reason: (site) =>
          `Vous recevez cet e-mail parce que les e-mails de sécurité de votre compte sur ${site} ont été désactivés. C’est le dernier.`,
      },
    },
  },
}

function byPreference(site: string): string {
  return `Vous recevez cet e-mail parce que les e-mails de sécurité sont activés dans les préférences de votre compte sur ${site}.`
}
