/**
 * The EICAR test file: 68 harmless bytes that every virus scanner reports. Put together here, and not taken from
 * the server, so that no scanner reports this source and a slip in the server's copy is found.
 */
export function eicar(): Buffer {
  const [start, middle, end] = [
    'X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR',
    '-STANDARD-ANTIVIRUS',
    '-TEST-FILE!$H+H*',
  ]
  return Buffer.from(`${start}${middle}${end}`, 'latin1')
}
