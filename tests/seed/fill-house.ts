import { readFile } from 'node:fs/promises'
import { defaultIdentity } from '#contract/operations/branding/identity.ts'
import type { Person } from '../support/accounts/accounts.ts'

const logos = { logo: 'logo.png', logoDark: 'logo-dark.png' } as const

/**
 * Gives the service the name, looks and texts of an operator: terms that hold and their next draft, and a part of the privacy page.
 * Screenshots are of the untouched service and leave it out.
 */
export async function fillHouse({ client }: Person): Promise<void> {
  await client.call('changeIdentity', {
    body: {
      ...defaultIdentity,
      name: 'Example Transfer',
      colour: '#0E5A8A',
      startTitle: { en: 'Send files to and from Example.', de: 'Dateien mit Example austauschen.' },
      startText: { en: 'For customers and partners.', de: 'Für Kunden und Partner.' },
      note: {
        kind: 'info',
        text: {
          en: 'The service rests on Sunday from 6 to 7 a.m.',
          de: 'Sonntags von 6 bis 7 Uhr ruht der Dienst.',
        },
        from: null,
        until: null,
      },
      links: [{ label: { en: 'Help desk', de: 'Hilfe' }, url: 'https://help.example.eu/' }],
      mailSignature: { en: 'Example Transfers GmbH, Berlin' },
    },
  })
  const form = new FormData()
  for (const [role, name] of Object.entries(logos))
    form.append(role, new Blob([await readFile(new URL(name, import.meta.url))]), name)
  await client.call('changePictures', { form })
  const terms = {
    page: 'terms' as const,
    version: '3',
    date: '2026-11-01',
    note: { en: 'These are our own terms.', de: 'Das sind unsere eigenen Bedingungen.' },
    sections: {
      en: [
        { title: 'Use', text: 'Send what you have the right to send.\n\n- no **malware**\n- no spam' },
        { title: 'Contact', text: 'Write to the [help desk](mailto:help@example.eu).' },
      ],
      de: [
        {
          title: 'Nutzung',
          text: 'Senden Sie, was Sie senden dürfen.\n\n- keine **Schadsoftware**\n- kein Spam',
        },
        { title: 'Kontakt', text: 'Schreiben Sie an die [Hilfe](mailto:help@example.eu).' },
      ],
    },
  }
  await client.call('changeOwnTerms', { body: { ...terms, publish: true } })
  await client.call('changeOwnTerms', {
    body: {
      ...terms,
      version: '4',
      note: { en: 'The help desk moves.', de: 'Die Hilfe zieht um.' },
      publish: false,
    },
  })
  await client.call('changeOwnTerms', {
    body: {
      ...terms,
      page: 'privacy',
      version: '1',
      note: {},
      sections: { en: [{ title: 'Our customers', text: 'Contracts are kept for ten years.' }] },
      publish: true,
    },
  })
}
