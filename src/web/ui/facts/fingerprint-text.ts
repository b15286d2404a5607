/**
 * A key's fingerprint, hexadecimal, in groups of four, as people compare it. `groups`: how many, from its start; 4 are
 * enough to tell one's own keys apart, all 16 to be sure of someone else's.
 */
export function fingerprintText(fingerprint: string, groups = 16): string {
  return (fingerprint.match(/.{1,4}/g) ?? []).slice(0, groups).join(' ')
}
