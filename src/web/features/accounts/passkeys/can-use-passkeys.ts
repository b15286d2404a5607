/** Whether this browser can use passkeys here: it binds them to a name, not to a network address, and wants TLS. */
export function canUsePasskeys(): boolean {
  return 'PublicKeyCredential' in window && !/^[\d.]+$|^\[/.test(location.hostname)
}
