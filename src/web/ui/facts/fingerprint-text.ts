/**
 * A key's fingerprint, hexadecimal, in groups of four, as people compare it. `groups`: how many, from its start; 4 are enough
 * to tell the keys of one account apart, all 16 verify the key of another person.
 */
export function fingerprintText(fingerprint: string, groups = 16): string {
  return (fingerprint.match(/.{1,4}/g) ?? []).slice(0, groups).join(' ')
}
