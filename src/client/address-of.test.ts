import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints } from '#contract/endpoints.ts'
import { addressOf } from './address-of.ts'

test('encodes parameters, so that they stay one step of the path', () => {
  const address = addressOf('https://restante.example', endpoints.fileInfo, { params: { id: '../a?b#c' } })
  assert.equal(address, 'https://restante.example/api/files/info/..%2Fa%3Fb%23c')
})

test('encodes the query and leaves out what is undefined', () => {
  const query = { ticket: 'a&b=c', password: undefined }
  const address = addressOf('', endpoints.downloadFile, { params: { id: 'x' }, query })
  assert.equal(address, '/api/download/x/file?ticket=a%26b%3Dc')
})

test('refuses to build an address with a gap', () => {
  assert.throws(() => addressOf('', endpoints.fileInfo), /needs the parameter id/)
})
