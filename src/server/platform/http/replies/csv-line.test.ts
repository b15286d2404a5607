import assert from 'node:assert/strict'
import { test } from 'node:test'
import { csvLine } from './csv-line.ts'

test('cells say what was there, as the standard has it, and none is a formula', () => {
  for (const [cell, written] of [
    ['plain', 'plain'],
    ['Übung 5', 'Übung 5'],
    ['a, "b"', '"a, ""b"""'],
    ['one\ntwo', '"one\ntwo"'],
    ['one\r\ntwo', '"one\ntwo"'],
    ['=1+1', "'=1+1"],
    ['+49 30', "'+49 30"],
    ['-1', "'-1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    [' =1', "' =1"],
    ['\n=1', `"'\n=1"`],
    ['\uff1d1', "'\uff1d1"],
    ['\t=1', '\ufffd=1'],
    ['\0=1', '\ufffd=1'],
    ['\u200e=1', "'=1"],
    ['a\u001b[31mb\u0085', 'a\ufffd[31mb\ufffd'],
  ] as const)
    assert.equal(csvLine([cell, '1']), `${written},1\r\n`, JSON.stringify(cell))
})
