const browsers: readonly [RegExp, string][] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const systems: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Name of the device in a User-Agent header, the same in every language: «Firefox, Windows»; empty if unknown. The header
 * itself is not stored.
 */
export function deviceLabel(userAgent: string | undefined): string {
  const names = [nameIn(browsers, userAgent), nameIn(systems, userAgent)]
  return names.filter((name) => name !== undefined).join(', ')
}

function nameIn(names: readonly [RegExp, string][], text = ''): string | undefined {
  return names.find(([pattern]) => pattern.test(text))?.[1]
}
