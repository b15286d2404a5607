import { type TextKey, t } from '#web/i18n/t.ts'

const names: Readonly<Record<string, TextKey>> = {
  disk: 'admin.providers.disk',
  database: 'admin.providers.database',
  s3: 'admin.providers.s3',
}

/** How a store of blobs is called to administrators. An unknown one keeps its name. */
export function providerText(name: string): string {
  const text = names[name]
  return text ? t(text) : name
}
