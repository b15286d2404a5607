/** Bits of pi beyond those that are wanted, for what the series rounds off. */
const guardBits = 64n

/** The first words of 32 bits of the fraction of pi: Blowfish begins with them. Takes some milliseconds. */
export function piWords(count: number): Uint32Array {
  const bits = BigInt(count) * 32n
  const unit = 1n << (bits + guardBits)
  // Machin: pi = 16 arctan(1/5) - 4 arctan(1/239).
  const pi = (16n * inverseTangent(5n, unit) - 4n * inverseTangent(239n, unit)) >> guardBits
  const words = new Uint32Array(count)
  const fraction = (pi - (3n << bits)).toString(16).padStart(count * 8, '0')
  for (let n = 0; n < count; n += 1) words[n] = Number.parseInt(fraction.slice(n * 8, n * 8 + 8), 16)
  return words
}

/** Arctangent of 1 / x, in units. */
function inverseTangent(x: bigint, unit: bigint): bigint {
  let power = unit / x
  let sum = power
  for (let n = 3n, sign = -1n; power > 0n; n += 2n, sign = -sign) {
    power /= x * x
    sum += (sign * power) / n
  }
  return sum
}
