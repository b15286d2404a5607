/** Ids of types that need no definition. */
const builtIn = { bool: 1, int: 2, uint: 3, bytes: 5, string: 6 } as const

type GobValue = boolean | number | string | Uint8Array

/** Bytes that are no gob, or one with other types than those. */
export class UnknownGob extends Error {
  override readonly name = 'UnknownGob'
}

/**
 * Reads a struct of numbers, texts and bytes as Go's encoding/gob writes it: the definition of its type, then the value. Fields
 * that have their zero value are left out there, and here.
 * @throws UnknownGob
 */
export function readGobStruct(bytes: Uint8Array): ReadonlyMap<string, GobValue> {
  const reader = createReader(bytes)
  reader.unsigned()
  if (reader.signed() >= 0) throw new UnknownGob('the definition of its type is missing')
  const fields = readStructType(reader)
  reader.unsigned()
  if (reader.signed() < 0) throw new UnknownGob('it has more types than one')
  const values = new Map<string, GobValue>()
  reader.struct((number) => {
    const field = fields[number]
    if (!field) throw new UnknownGob('it has a field without a definition')
    values.set(field.name, readValue(reader, field.type))
  })
  return values
}

type Reader = ReturnType<typeof createReader>
type Field = { name: string; type: number }

/** The definition of a struct: its third kind of types, whose fields are its name and the list of its own fields. */
function readStructType(reader: Reader): readonly Field[] {
  const fields: Field[] = []
  reader.struct((kind) => {
    if (kind !== 2) throw new UnknownGob('it is no struct')
    reader.struct((part) => {
      if (part === 0) readNamed(reader)
      else for (let left = reader.unsigned(); left > 0; left -= 1) fields.push(readNamed(reader))
    })
  })
  return fields
}

function readNamed(reader: Reader): Field {
  const field = { name: '', type: 0 }
  reader.struct((part) => {
    if (part === 0) field.name = Buffer.from(reader.bytes()).toString('utf8')
    else field.type = reader.signed()
  })
  return field
}

function readValue(reader: Reader, type: number): GobValue {
  if (type === builtIn.bool) return reader.unsigned() === 1
  if (type === builtIn.int) return reader.signed()
  if (type === builtIn.uint) return reader.unsigned()
  if (type === builtIn.bytes) return Uint8Array.from(reader.bytes())
  if (type === builtIn.string) return Buffer.from(reader.bytes()).toString('utf8')
  throw new UnknownGob('it has a field of another type')
}

function createReader(source: Uint8Array) {
  let at = 0
  function take(length: number): Uint8Array {
    if (length > source.length - at) throw new UnknownGob('it is cut off')
    at += length
    return source.subarray(at - length, at)
  }
  /** Below 128 a byte; otherwise how many bytes follow, negated, and these. */
  function unsigned(): number {
    const [first = 0] = take(1)
    if (first < 128) return first
    const length = 256 - first
    if (length > 6) throw new UnknownGob('it has a number that is too large')
    return Buffer.from(take(length)).readUIntBE(0, length)
  }
  return {
    unsigned,
    /** The lowest bit says whether the others are inverted. */
    signed(): number {
      const value = unsigned()
      return value % 2 === 1 ? -(value + 1) / 2 : value / 2
    },
    bytes: () => take(unsigned()),
    /** Calls `field` with the number of each field that is there, to read its value. */
    struct(field: (number: number) => void): void {
      let number = -1
      for (let step = unsigned(); step !== 0; step = unsigned()) {
        number += step
        field(number)
      }
    },
  }
}
