import assert from 'node:assert/strict'
import { test } from 'node:test'
import { progressText, speedometer } from './show-progress.ts'

const MB = 1024 * 1024

test('progress says how much, how fast and how long', () => {
  assert.equal(progressText(25 * MB, 100 * MB, 2.5 * MB), '25 MB of 100 MB, 25 %, 2.5 MB/s, 30 s left')
  assert.equal(progressText(MB, 600 * MB, MB), '1 MB of 600 MB, 0 %, 1 MB/s, 10 min left')
  assert.equal(progressText(0, 90 * 60 * MB, MB), '0 B of 5.27 GB, 0 %, 1 MB/s, 1 h 30 min left')
  assert.equal(progressText(25 * MB, 100 * MB, undefined), '25 MB of 100 MB, 25 %')
  assert.equal(progressText(25 * MB, 100 * MB, 0), '25 MB of 100 MB, 25 %, 0 B/s')
  assert.equal(progressText(7 * MB, undefined, 3 * MB), '7 MB, 3 MB/s')
  assert.equal(progressText(0, 0, undefined), '0 B of 0 B, 100 %')
})

test('a speed is that of the last seconds, and begins anew at a retry', () => {
  const meter = speedometer()
  assert.equal(meter.at(0, 0), undefined)
  assert.equal(meter.at(500, 5 * MB), undefined)
  assert.equal(meter.at(1_000, 10 * MB), 10 * MB)
  for (let second = 2; second <= 20; second += 1) meter.at(second * 1_000, (9 + second) * MB)
  assert.equal(meter.at(21_000, 30 * MB), MB)
  assert.equal(meter.at(21_100, 0), undefined)
})
