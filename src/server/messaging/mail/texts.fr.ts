import { reportsFr } from './reports/texts.fr.ts'
import type { MailTexts } from './texts.en.ts'

/** The texts of emails in French, in vous, with the spaces that French sets before signs. */
export const fr: MailTexts = {
  language: 'fr',
  locale: 'fr-FR',
  units: ['o', 'Ko', 'Mo', 'Go'],
  colon: '\u00a0:',
  moment: (date, time, zone) => `${date} à ${time} ${zone}`,
  clock: (time, zone) => `${time} ${zone}`,
  copyLink: 'Le bouton ne fonctionne pas\u202f? Copiez ce lien\u00a0:',
  questions: (address) => `Des questions\u202f? Écrivez à ${address}.`,
  noTracking: 'Cet e-mail ne contient aucun pistage.',

  stop: 'Ne plus recevoir d’e-mails de ce service',

  fileShared: {
    one: {
      subject: (what) => `Un fichier pour vous\u00a0: ${what}`,
      subjectFrom: (name, what) => `«\u00a0${name}\u00a0» vous a envoyé un fichier\u00a0: ${what}`,
      lead: 'Vous avez reçu un fichier',
      leadFrom: (name) => `«\u00a0${name}\u00a0» vous a envoyé un fichier`,
      action: 'Télécharger le fichier',
      until: (moment) => `Disponible jusqu’au ${moment}. Il est ensuite supprimé.`,
      once: 'Vous pouvez le télécharger une seule fois.',
      ownerOnly: 'Seul l’expéditeur peut l’ouvrir.',
    },
    several: {
      subject: (count, what) => `${count} fichiers pour vous\u00a0: ${what}`,
      subjectFrom: (count, name, what) =>
        `«\u00a0${name}\u00a0» vous a envoyé ${count} fichiers\u00a0: ${what}`,
      lead: (count) => `Vous avez reçu ${count} fichiers`,
      leadFrom: (count, name) => `«\u00a0${name}\u00a0» vous a envoyé ${count} fichiers`,
      action: 'Télécharger les fichiers',
      until: (moment) => `Disponibles jusqu’au ${moment}. Ils sont ensuite supprimés.`,
      once: 'Vous pouvez les télécharger une seule fois.',
      ownerOnly: 'Seul l’expéditeur peut les ouvrir.',
    },
    withCode: {
      subject: 'Des fichiers pour vous',
      subjectFrom: (name) => `«\u00a0${name}\u00a0» vous a envoyé des fichiers`,
      lead: 'Vous avez reçu des fichiers',
      leadFrom: (name) => `«\u00a0${name}\u00a0» vous a envoyé des fichiers`,
      headline: 'Pour vous uniquement',
      action: 'Voir les fichiers',
      code: 'Ce lien est personnel. Quand vous l’ouvrez, nous vous envoyons par e-mail un code à six chiffres. Transférer cet e-mail ne suffit pas pour ouvrir le lien.',
    },
    sealed: {
      headline: 'Fichiers chiffrés de bout en bout',
      key: 'L’expéditeur vous donne la clé par un autre moyen. Elle n’est pas dans cet e-mail, et nous ne l’avons pas.',
    },
    ownLink: 'Ce lien est personnel.',
    reminder: (subject) => `Rappel\u00a0: ${subject}`,
    sentBefore: 'Vous avez déjà reçu ce lien. Il fonctionne toujours.',
    password: 'Vous aurez besoin d’un mot de passe de l’expéditeur.',
    message: 'Message de l’expéditeur\u00a0:',
    caution: 'Si vous n’attendiez pas cet e-mail, n’ouvrez pas le lien.',
    cautionNamed:
      'Nous ne vérifions pas le nom des expéditeurs. Si vous n’attendiez pas cet e-mail, n’ouvrez pas le lien.',
    reason: (site) => `Vous recevez cet e-mail parce que quelqu’un a saisi votre adresse sur ${site}.`,
  },

  code: {
    subject: (site) => `Votre code pour ${site}`,
    lead: 'Votre code à six chiffres',
    once: (minutes, site) =>
      `Il sert une seule fois, pendant ${minutes} minutes. Saisissez-le uniquement sur ${site} et ne le communiquez à personne.`,
    reasons: {
      report: (site) =>
        `Vous recevez cet e-mail parce que quelqu’un a indiqué votre adresse dans un signalement sur ${site}. Si ce n’était pas vous, ignorez cet e-mail.`,
      link: (site) =>
        `Vous recevez cet e-mail parce que quelqu’un a ouvert sur ${site} un lien envoyé à votre adresse. Si ce n’était pas vous, ignorez cet e-mail.`,
      manage: (site) =>
        `Vous recevez cet e-mail parce que quelqu’un a saisi votre adresse sur ${site} pour y recevoir un lien de gestion. Si ce n’était pas vous, ignorez cet e-mail.`,
      rights: (site) =>
        `Vous recevez cet e-mail parce que quelqu’un a saisi votre adresse sur ${site} pour voir ce qui y est conservé à votre sujet. Si ce n’était pas vous, ignorez cet e-mail.`,
      request: (site) =>
        `Vous recevez cet e-mail, car votre adresse a été saisie sur ${site} pour y envoyer des fichiers. Si ce n’était pas vous, ignorez cet e-mail.`,
    },
  },

  reports: reportsFr,

  manageLink: {
    subject: (what) => `Votre lien de gestion\u00a0: ${what}`,
    lead: 'Ce lien vous permet de gérer votre transfert',
    action: 'Gérer le transfert',
    until: (moment) => `Disponible jusqu’au ${moment}.`,
    secret: 'Toute personne ayant ce lien peut modifier ou supprimer ce transfert. Gardez-le pour vous.',
    reason: (site) =>
      `Vous recevez cet e-mail parce que ce lien a été demandé sur ${site} pour votre adresse.`,
  },

  receipt: {
    title: (what) => `Justificatif\u00a0: ${what}`,
    files: (count) => (count === '1' ? '1 fichier' : `${count} fichiers`),
    sent: (moment) => `Envoyé le ${moment}`,
    until: (moment) => `Disponible jusqu’au ${moment}`,
    mainLink: 'Lien principal',
    otherLink: 'Autre lien',
    mailed: {
      queued: 'E-mail\u00a0: en attente d’envoi',
      accepted: 'E-mail\u00a0: accepté par le serveur de messagerie',
      bounced: 'E-mail\u00a0: non remis',
    },
    opened: (moment) => `Ouvert le ${moment}`,
    notOpened: 'Pas ouvert',
    contentsOpened: (moment) => `Liste des fichiers consultée le ${moment}`,
    downloaded: (moment) => `Téléchargé le ${moment}`,
    downloadedTimes: (count, first, last) =>
      count === '1'
        ? `Téléchargé le ${first}`
        : `Téléchargé ${count} fois\u00a0: la première le ${first}, la dernière le ${last}`,
    notDownloaded: 'Pas téléchargé',
    notDownloadedWhole: 'Pas téléchargé en entier',
    revoked: (moment) => `Révoqué le ${moment}`,
    made: (moment) => `État au ${moment}.`,
  },

  test: {
    subject: (site) => `E-mail de test de ${site}`,
    lead: (site) => `${site} peut envoyer des e-mails`,
    headline: 'Cela fonctionne',
    spam: 'Si cet e-mail était dans le dossier des indésirables, vérifiez les enregistrements SPF, DKIM et DMARC de votre domaine.',
    reason: (site) =>
      `Vous recevez cet e-mail parce que vous avez demandé un test dans l’administration de ${site}.`,
  },

  passwordReset: {
    subject: 'Choisissez un nouveau mot de passe',
    lead: (name) => `Une réinitialisation du mot de passe a été demandée pour «\u00a0${name}\u00a0»`,
    headline: 'Choisissez un nouveau mot de passe',
    action: 'Réinitialiser le mot de passe',
    once: (moment) =>
      `Le lien sert une seule fois, jusqu’au ${moment}. La réinitialisation vous déconnecte de tous les appareils.`,
    reason: (site) =>
      `Vous recevez cet e-mail parce que quelqu’un a saisi votre adresse sur ${site}. Si ce n’était pas vous, ignorez cet e-mail\u00a0: votre mot de passe ne change pas.`,
  },

  invitation: {
    subject: (site) => `Votre invitation à ${site}`,
    lead: (site) => `Vous avez une invitation à créer un compte sur ${site}`,
    headline: 'Créez votre compte',
    action: 'Créer un compte',
    once: (moment) => `Le lien sert une seule fois, jusqu’au ${moment}.`,
    reason: (site) =>
      `Vous recevez cet e-mail parce qu’un administrateur de ${site} a saisi votre adresse. Si vous ne voulez pas de compte, ignorez cet e-mail.`,
  },

  emailVerification: {
    subject: (site) => `Confirmez votre adresse e-mail pour ${site}`,
    lead: (name, site) => `Vous avez créé le compte «\u00a0${name}\u00a0» sur ${site}`,
    leadChange: (name, site) =>
      `Cette adresse doit devenir celle du compte «\u00a0${name}\u00a0» sur ${site}`,
    headline: 'Confirmez votre adresse e-mail',
    action: 'Confirmer l’adresse',
    once: (moment) => `Le lien sert une seule fois, jusqu’au ${moment}.`,
    reason: (site) =>
      `Vous recevez cet e-mail parce que quelqu’un a saisi votre adresse sur ${site}. Si ce n’était pas vous, ignorez cet e-mail.`,
  },

  fileNotice: {
    action: 'Voir vos fichiers',
    until: (moment) => `Disponible jusqu’au ${moment}. Il est ensuite supprimé.`,
    deleted: 'Vous aviez autorisé un seul téléchargement\u00a0: le fichier est maintenant supprimé.',
    events: {
      downloaded: {
        subject: (file) => `Votre fichier a été téléchargé\u00a0: ${file}`,
        lead: 'Votre fichier a été téléchargé',
        meaning: [
          'C’était le premier téléchargement. Vous verrez les suivants dans votre portail\u202f; nous n’envoyons pas d’e-mail pour eux.',
        ],
      },
      expiring: {
        subject: (file) => `Votre fichier expire bientôt\u00a0: ${file}`,
        lead: 'Votre fichier expire dans moins d’une heure',
        meaning: [],
      },
      damaged: {
        subject: (file) => `Votre fichier est endommagé\u00a0: ${file}`,
        lead: 'Votre fichier est endommagé sur le serveur',
        meaning: ['Il ne peut plus être téléchargé en entier et doit être envoyé à nouveau.'],
      },
    },
    reason: (site) =>
      `Vous recevez cet e-mail parce que les e-mails sur vos fichiers sont activés dans vos préférences d’e-mail sur ${site}.`,
  },

  requestNotice: {
    action: 'Voir la demande',
    one: {
      subject: (title) => `Fichiers reçus\u00a0: ${title}`,
      lead: 'Des fichiers sont arrivés pour votre demande',
    },
    several: {
      subject: (count, title) => `${count} envois reçus\u00a0: ${title}`,
      lead: (count) => `${count} envois sont arrivés pour votre demande`,
    },
    digest: 'Si d’autres arrivent, nous vous écrirons au plus toutes les 15\u00a0minutes.',
    keyDeleted: {
      subject: (title) => `Votre demande est terminée\u00a0: ${title}`,
      lead: 'Votre demande de fichiers est terminée',
      meaning:
        'Sa clé a été supprimée\u00a0: les nouveaux fichiers ne pouvaient plus être verrouillés pour vous. Créez une nouvelle demande si vous avez encore besoin de fichiers.',
    },
    reason: (site) =>
      `Vous recevez cet e-mail, car les e-mails concernant vos fichiers sont activés dans vos préférences sur ${site}.`,
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
        meaning: 'Quelqu’un s’est connecté à votre compte depuis un nouvel appareil.',
        otherwise:
          'Si ce n’était pas vous, changez votre mot de passe. Cela met fin à toutes les autres sessions.',
        reason: byPreference,
      },
      passwordChanged: {
        subject: (site) => `Votre mot de passe sur ${site} a été changé`,
        headline: 'Votre mot de passe a été changé',
        action: 'Choisir un nouveau mot de passe',
        meaning: 'Vous avez été déconnecté de tous les autres appareils.',
        otherwise: 'Si ce n’était pas vous, choisissez tout de suite un nouveau mot de passe.',
        reason: byPreference,
      },
      accountReclaimed: {
        subject: (site) => `Votre compte sur ${site} n’appartient plus qu’à vous`,
        headline: 'Votre mot de passe a été changé, les accès antérieurs sont fermés',
        action: 'Voir votre compte',
        meaning:
          'Cette adresse e-mail n’avait jamais été confirmée\u00a0: le compte a donc pu être ouvert par quelqu’un d’autre. Elle l’est maintenant. Les sessions, clés d’API, clés d’accès et connexions associées d’avant ne fonctionnent plus.',
        otherwise:
          'Une application d’authentification reste en place. Si un code vous est demandé alors que vous n’en avez jamais configuré, écrivez à l’exploitant\u00a0: un administrateur peut réinitialiser la validation en deux étapes.',
        reason: (site) =>
          `Vous recevez cet e-mail parce que le mot de passe de votre compte sur ${site} a été réinitialisé. Il est envoyé quelles que soient vos préférences.`,
      },
      emailChanged: {
        subject: (site) => `Votre adresse e-mail sur ${site} a été changée`,
        headline: 'Votre adresse e-mail a été changée',
        action: 'Voir votre compte',
        meaning: 'Désormais, nous envoyons les e-mails à votre nouvelle adresse et non plus à celle-ci.',
        otherwise:
          'Si ce n’était ni vous ni l’exploitant, quelqu’un connaît votre mot de passe. Connectez-vous, changez-le et rétablissez votre adresse.',
        reason: (site) =>
          `Vous recevez cet e-mail parce que cette adresse était celle d’un compte sur ${site}. Il est envoyé quelles que soient vos préférences.`,
      },
      emailChangeRequested: {
        subject: (site) => `Votre adresse e-mail sur ${site} va changer`,
        headline: 'Votre adresse e-mail va changer',
        action: 'Voir votre compte',
        meaning:
          'Nous avons envoyé un lien à la nouvelle adresse. Dès qu’il sera ouvert, nous n’écrirons plus à celle-ci.',
        otherwise:
          'Si ce n’était pas vous, quelqu’un peut agir au nom de votre compte. Changez votre mot de passe\u00a0: le lien ne fonctionnera plus.',
        reason: (site) =>
          `Vous recevez cet e-mail parce que cette adresse est celle d’un compte sur ${site}. Il est envoyé quelles que soient vos préférences.`,
      },
      identityConnected: {
        subject: (site) => `Nouveau moyen de connexion sur ${site}`,
        headline: 'Une connexion a été associée',
        action: 'Voir votre compte',
        meaning:
          'Vous pouvez désormais aussi vous connecter avec votre compte chez le fournisseur de votre organisation.',
        otherwise: 'Si ce n’était pas vous, dissociez-la dans votre profil et changez votre mot de passe.',
        reason: byPreference,
      },
      identityDisconnected: {
        subject: (site) => `Une connexion sur ${site} a été dissociée`,
        headline: 'Une connexion associée a été retirée',
        action: 'Voir votre compte',
        meaning: 'Elle n’ouvre plus votre compte.',
        otherwise:
          'Si ce n’était pas vous, changez votre mot de passe. Cela met fin à toutes les autres sessions.',
        reason: byPreference,
      },
      apiKeyCreated: {
        subject: (site) => `Nouvelle clé d’API sur ${site}`,
        headline: 'Une clé d’API a été créée',
        action: 'Voir vos clés d’API',
        meaning:
          'Les programmes munis de cette clé peuvent agir au nom de votre compte, dans les limites de la clé.',
        otherwise: 'Si ce n’était pas vous, révoquez la clé et changez votre mot de passe.',
        reason: byPreference,
      },
      secondFactorOn: {
        subject: (site) => `Validation en deux étapes activée sur ${site}`,
        headline: 'La validation en deux étapes a été activée',
        action: 'Voir votre compte',
        meaning:
          'Désormais, la connexion demande votre mot de passe et un code de votre application d’authentification.',
        otherwise:
          'Si ce n’était pas vous, quelqu’un connaît votre mot de passe. Demandez à l’exploitant de réinitialiser votre validation en deux étapes et changez votre mot de passe.',
        reason: byPreference,
      },
      secondFactorOff: {
        subject: (site) => `Validation en deux étapes désactivée sur ${site}`,
        headline: 'La validation en deux étapes a été désactivée',
        action: 'Voir votre compte',
        meaning: 'Désormais, votre mot de passe suffit à ouvrir votre compte.',
        otherwise:
          'Si ce n’était pas vous, changez votre mot de passe et réactivez la validation en deux étapes.',
        reason: byPreference,
      },
      passkeyAdded: {
        subject: (site) => `Nouvelle clé d’accès sur ${site}`,
        headline: 'Une clé d’accès a été ajoutée',
        action: 'Voir vos clés d’accès',
        meaning: 'Désormais, elle vous connecte. Votre mot de passe seul n’ouvre plus votre compte.',
        otherwise: 'Si ce n’était pas vous, supprimez la clé d’accès et changez votre mot de passe.',
        reason: byPreference,
      },
      passkeyRemoved: {
        subject: (site) => `Une clé d’accès a été supprimée sur ${site}`,
        headline: 'Une clé d’accès a été supprimée',
        action: 'Voir vos clés d’accès',
        meaning: 'Elle ne vous connecte plus. Vos autres clés d’accès et vos codes restent inchangés.',
        otherwise: 'Si ce n’était pas vous, changez votre mot de passe et vérifiez vos clés d’accès.',
        reason: byPreference,
      },
      appRemoved: {
        subject: (site) => `Application d’authentification désactivée sur ${site}`,
        headline: 'L’application d’authentification a été désactivée',
        action: 'Voir votre compte',
        meaning: 'Ses codes ne fonctionnent plus. Vos clés d’accès restent inchangées.',
        otherwise: 'Si ce n’était pas vous, changez votre mot de passe et vérifiez vos clés d’accès.',
        reason: byPreference,
      },
      recoveryCodeUsed: {
        subject: (site) => `Un code de secours a été utilisé sur ${site}`,
        headline: 'Un code de secours a été utilisé',
        action: 'Voir votre compte',
        meaning:
          'Quelqu’un s’est connecté à votre compte avec votre mot de passe et un de vos codes de secours. Ce code ne fonctionne plus.',
        otherwise:
          'Si ce n’était pas vous, changez votre mot de passe et créez de nouveaux codes de secours.',
        reason: byPreference,
      },
      recoveryCodesMade: {
        subject: (site) => `Nouveaux codes de secours sur ${site}`,
        headline: 'De nouveaux codes de secours ont été créés',
        action: 'Voir votre compte',
        meaning: 'Vos codes de secours précédents ne fonctionnent plus.',
        otherwise:
          'Si ce n’était pas vous, changez votre mot de passe et créez de nouveaux codes de secours.',
        reason: byPreference,
      },
      factorsReset: {
        subject: (site) => `Votre validation en deux étapes sur ${site} a été réinitialisée`,
        headline: 'Votre validation en deux étapes a été réinitialisée',
        action: 'Voir votre compte',
        meaning:
          'Un administrateur a supprimé vos clés d’accès, votre application d’authentification et vos codes de secours. Votre mot de passe suffit à ouvrir votre compte.',
        otherwise: 'Si vous ne l’avez pas demandé, contactez l’exploitant.',
        reason: byPreference,
      },
      keyPasswordChanged: {
        subject: (site) => `Votre mot de passe de clé sur ${site} a été changé`,
        headline: 'Votre mot de passe de clé a été changé',
        action: 'Voir votre compte',
        meaning:
          'Les fichiers verrouillés avec cette clé s’ouvrent désormais avec le nouveau mot de passe de clé.',
        otherwise:
          'Si ce n’était pas vous, quelqu’un connaît l’ancien et peut se connecter à votre place. Changez d’abord votre mot de passe.',
        reason: byPreference,
      },
      keyDeleted: {
        subject: (site) => `Une de vos clés sur ${site} a été supprimée`,
        headline: 'Une de vos clés a été supprimée',
        action: 'Voir votre compte',
        meaning:
          'Les fichiers que seule cette clé pouvait ouvrir ont également été supprimés, sauf s’ils ont été chiffrés dans le navigateur de l’expéditeur\u00a0: les mots de la clé les ouvrent encore.',
        otherwise:
          'Si ce n’était pas vous, changez votre mot de passe. Cela met fin à toutes les autres sessions.',
        reason: byPreference,
      },
      sessionStolen: {
        subject: (site) => `Nous avons fermé une session sur ${site} pour votre sécurité`,
        headline: 'Nous avons fermé une session',
        action: 'Voir vos sessions',
        meaning: 'Son jeton de connexion a servi deux fois, ce qui peut signifier qu’il a été volé.',
        otherwise:
          'Reconnectez-vous. Si vous ne reconnaissez pas l’appareil ci-dessous, changez aussi votre mot de passe.',
        reason: byPreference,
      },
      accountErased: {
        subject: (site) => `Votre compte sur ${site} a été supprimé`,
        headline: 'Votre compte a été supprimé',
        action: 'Aller sur Restante',
        meaning:
          'Vos fichiers, contacts, clés et sessions ont été supprimés définitivement, et vos liens ne fonctionnent plus.',
        otherwise:
          'Rien de tout cela ne peut être récupéré. Vous pouvez créer un nouveau compte à tout moment.',
        reason: (site) =>
          `Vous recevez cet e-mail parce que cette adresse était celle d’un compte sur ${site}. Nous n’en enverrons plus.`,
      },
      webhookOff: {
        subject: (site) => `Un webhook a été désactivé sur ${site}`,
        headline: 'Un webhook a été désactivé',
        action: 'Voir vos webhooks',
        meaning: 'Aucun appel n’a abouti pendant cinq jours\u00a0: nous n’appelons donc plus son adresse.',
        otherwise: 'Dès que l’adresse répond de nouveau, réactivez le webhook.',
        reason: (site) => `Vous recevez cet e-mail parce que vous avez un webhook sur ${site}.`,
      },
      noticesOff: {
        subject: (site) => `Les e-mails de sécurité de ${site} sont désactivés`,
        headline: 'Les e-mails de sécurité sont désactivés',
        action: 'Voir votre compte',
        meaning:
          'Nous ne vous préviendrons plus par e-mail des nouvelles connexions et des changements de mot de passe.',
        otherwise: 'Si ce n’était pas vous, changez votre mot de passe et réactivez ces e-mails.',
        reason: (site) =>
          `Vous recevez cet e-mail parce que les e-mails de sécurité de votre compte sur ${site} ont été désactivés. Nous n’en enverrons plus.`,
      },
    },
  },
}

function byPreference(site: string): string {
  return `Vous recevez cet e-mail parce que les e-mails de sécurité sont activés dans vos préférences d’e-mail sur ${site}.`
}
