import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { Failure } from '#server/platform/failure.ts'
import { dangerousExtensions } from '../../config/dangerous-extensions.ts'
import { validateType } from './validate-type.ts'

const text = Buffer.from('Dear Ana, the pictures are in the folder.')

/** The code of the refusal, or `taken`. */
function verdict(
  filename: string,
  head: Uint8Array = text,
  { allowed, dangerous = dangerousExtensions }: { allowed?: string[]; dangerous?: readonly string[] } = {},
): string {
  try {
    validateType(filename, head, { allowed, dangerous })
    return 'taken'
  } catch (error) {
    assert.ok(error instanceof Failure)
    return error.code
  }
}

/** `MZ` and the header that its bytes 60 to 63 point to. */
function windowsProgram({ at = 128, header = 'PE\0\0', characteristics = 2 } = {}): Buffer {
  const bytes = Buffer.alloc(at + 200)
  bytes.write('MZ', 'latin1')
  bytes.writeUInt32LE(at, 60)
  bytes.write(header, at, 'latin1')
  bytes.writeUInt16LE(characteristics, at + 22)
  return bytes
}

const startingWith = (hex: string) => Buffer.concat([Buffer.from(hex, 'hex'), Buffer.alloc(100)])

describe('by the name', () => {
  for (const name of [
    'setup.exe',
    'SETUP.EXE',
    'invoice.pdf.exe',
    'invoice.pdf                    .exe',
    'setup.exe.',
    'setup.exe . .',
    'setup.exe\u00a0',
    'setup.exe::$DATA',
    'setup.exe:notes.txt',
    '.exe',
    'install.sh',
    'Report.lnk',
  ]) {
    test(`${JSON.stringify(name)} is refused`, () => assert.equal(verdict(name), 'DANGEROUS_FILE_TYPE'))
  }
  for (const name of [
    'exe',
    'how to open an exe.txt',
    'setup.exe.txt',
    'example.community',
    'script.js',
    'Makefile',
    'Talk 12:30.pdf',
    '.gitignore',
  ]) {
    test(`${JSON.stringify(name)} is taken`, () => assert.equal(verdict(name), 'taken'))
  }
})

describe('by the bytes, whatever the name', () => {
  for (const [what, head] of Object.entries({
    'a Windows program': windowsProgram(),
    'a Windows library': windowsProgram({ characteristics: 0x2002 }),
    'a program of 16-bit Windows': windowsProgram({ header: 'NE' }),
    'a Windows program whose header is far behind': windowsProgram({ at: 8_000_000 }).subarray(0, 4096),
    'a Linux program': startingWith('7f454c46020101'),
    'a macOS program': startingWith('cffaedfe07000001'),
    'an older macOS program': startingWith('feedface00000012'),
    'a macOS program for two processors': startingWith('cafebabe00000002'),
    'a Java class': startingWith('cafebabe00000041'),
    'a Windows shortcut': startingWith('4c0000000114020000000000c000000000000046'),
    'an RPM package': startingWith('edabeedb0300'),
    'a Debian package': Buffer.from('!<arch>\ndebian-binary   1700000000'),
  })) {
    test(`${what} is refused`, () => assert.equal(verdict('photo.jpg', head), 'DANGEROUS_FILE_TYPE'))
  }
  for (const [what, head] of Object.entries({
    'nothing at all': Buffer.alloc(0),
    'the letters MZ': Buffer.from('MZ'),
    'a long text about MZ': Buffer.from(
      'MZ was the mark of Mark Zbikowski, and begins every program. '.repeat(9),
    ),
    'MZ before what is no header': windowsProgram({ header: 'PEAR' }),
    'a shell script without an extension': Buffer.from('#!/bin/sh\nexit 0\n'),
    'a static library': Buffer.from('!<arch>\n/               0           '),
    'a Java key store': startingWith('feedfeed00000002'),
  })) {
    test(`${what} is taken`, () => assert.equal(verdict('photo', head), 'taken'))
  }
})

describe('the options', () => {
  test('what is blocked decides about the bytes, too', () => {
    const program = windowsProgram()
    const library = windowsProgram({ characteristics: 0x2000 })
    assert.equal(verdict('a.exe', program, { dangerous: [] }), 'taken')
    assert.equal(verdict('a.dll', library, { dangerous: ['exe'] }), 'taken')
    assert.equal(verdict('a.dll', program, { dangerous: ['exe'] }), 'DANGEROUS_FILE_TYPE')
  })

  const allowed = ['jpg', 'txt', 'docx', 'xyz', 'exe']
  const jpeg = startingWith('ffd8ffe0')
  const zip = startingWith('504b030414')
  for (const [name, head, expected] of [
    ['a.jpg', jpeg, 'taken'],
    ['A.JPG', jpeg, 'taken'],
    ['Talk 12:30.jpg', jpeg, 'taken'],
    ['a.jpg', Buffer.alloc(0), 'taken'],
    ['a.txt', text, 'taken'],
    ['a.docx', zip, 'taken'],
    ['a.xyz', zip, 'taken'],
    ['a.png', startingWith('89504e470d0a1a0a'), 'UNSUPPORTED_FILE_TYPE'],
    ['a.jpg.png', jpeg, 'UNSUPPORTED_FILE_TYPE'],
    ['jpg', jpeg, 'UNSUPPORTED_FILE_TYPE'],
    ['a.jpg', text, 'UNSUPPORTED_FILE_TYPE'],
    ['a.jpg', zip, 'UNSUPPORTED_FILE_TYPE'],
    ['a.txt', zip, 'UNSUPPORTED_FILE_TYPE'],
    ['a.docx', jpeg, 'UNSUPPORTED_FILE_TYPE'],
    ['a.exe', windowsProgram(), 'DANGEROUS_FILE_TYPE'],
    ['a.jpg', windowsProgram(), 'DANGEROUS_FILE_TYPE'],
  ] as const) {
    const begin = head.toString('latin1', 0, 4)
    test(`with a list of allowed types, ${name} beginning ${JSON.stringify(begin)}: ${expected}`, () =>
      assert.equal(verdict(name, head, { allowed }), expected))
  }
})

test('docs/file-types.md lists exactly the dangerous extensions', () => {
  const page = readFileSync(new URL('../../../../docs/file-types.md', import.meta.url), 'utf8')
  const [, section = ''] = /^## By the name$(.*?)^## /ms.exec(page) ?? []
  const rows = section.split('\n').filter((line) => /^\| [A-Z]/.test(line))
  const listed = rows.flatMap((row) => [...row.matchAll(/`([^`]+)`/g)].map(([, one = '']) => one))
  assert.deepEqual(listed.toSorted(), [...dangerousExtensions].toSorted())
})
