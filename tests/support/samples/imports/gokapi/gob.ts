/** Go's encoding/gob of EncryptionInfo, as Gokapi keeps it: the definition of the struct, then its value. */

export type EncryptionInfo = {
  readonly IsEncrypted?: boolean
  readonly IsEndToEndEncrypted?: boolean
  readonly DecryptionKey?: Uint8Array
  readonly Nonce?: Uint8Array
}

const types = { boolean: 1, bytes: 5 }

function unsigned(value: number): Buffer {
  if (value < 128) return Buffer.of(value)
  const bytes = value < 256 ? [value] : [value >> 8, value & 255]
  return Buffer.of(256 - bytes.length, ...bytes)
}

function signed(value: number): Buffer {
  return unsigned(value < 0 ? -value * 2 - 1 : value * 2)
}

function text(value: string | Uint8Array): Buffer {
  const bytes = Buffer.from(value)
  return Buffer.concat([unsigned(bytes.length), bytes])
}

function message(...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([unsigned(content.length), content])
}

export function encryptionGob(info: EncryptionInfo): Buffer {
  const fields = ['IsEncrypted', 'IsEndToEndEncrypted', 'DecryptionKey', 'Nonce'] as const
  const end = Buffer.of(0)
  const next = Buffer.of(1)
  const definitions = fields.map((name) => {
    const type = name.startsWith('Is') ? types.boolean : types.bytes
    return Buffer.concat([next, text(name), next, signed(type), end])
  })
  const name = Buffer.concat([next, text('EncryptionInfo'), next, signed(65), end])
  const struct = [Buffer.of(3), next, name, next, unsigned(fields.length), ...definitions, end, end]
  let before = -1
  const values = fields.flatMap((field, number) => {
    const value = info[field]
    if (value === undefined || value === false) return []
    const step = unsigned(number - before)
    before = number
    return [step, value === true ? unsigned(1) : text(value)]
  })
  return Buffer.concat([message(signed(-65), ...struct), message(signed(65), ...values, end)])
}
