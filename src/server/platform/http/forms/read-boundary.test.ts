import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { MalformedForm } from './form-failures.ts'
import { readBoundary } from './read-upload-form.ts'

describe('readBoundary', () => {
  const good: [string, string][] = [
    ['multipart/form-data; boundary=----WebKitFormBoundaryAbC123', '----WebKitFormBoundaryAbC123'],
    ['Multipart/Form-Data;charset=utf-8;Boundary="a b"', 'a b'],
    ['multipart/form-data; boundary="(x=y):z?"', '(x=y):z?'],
    [`multipart/form-data; boundary=${'x'.repeat(70)}`, 'x'.repeat(70)],
  ]
  for (const [contentType, boundary] of good) {
    it(`finds ${boundary}`, () => assert.equal(readBoundary(contentType), boundary))
  }

  const bad: [string, string][] = [
    ['', 'the request is not a multipart form'],
    ['text/plain; boundary=x', 'the request is not a multipart form'],
    ['multipart/mixed; boundary=x', 'the request is not a multipart form'],
    ['multipart/form-data', 'the form names no boundary'],
    ['multipart/form-data; boundary=', 'the form names no boundary'],
    ['multipart/form-data; boundary=""', 'the boundary is not allowed'],
    ['multipart/form-data; boundary="x "', 'the boundary is not allowed'],
    ['multipart/form-data; boundary=a*b', 'the boundary is not allowed'],
    ['multipart/form-data; boundary="ä"', 'the boundary is not allowed'],
    [`multipart/form-data; boundary=${'x'.repeat(71)}`, 'the boundary is not allowed'],
  ]
  for (const [contentType, message] of bad) {
    it(`refuses ${contentType || 'nothing'}`, () => {
      assert.throws(() => readBoundary(contentType), new MalformedForm(message))
    })
  }
})
