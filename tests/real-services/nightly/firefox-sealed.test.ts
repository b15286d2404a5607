import { test } from 'node:test'
import { startFirefox } from '#tests/support/webdriver/firefox/start-firefox.ts'
import { byWorker, noWorker, testSealed } from '#tests/support/webdriver/test-sealed.ts'

const ways = [
  byWorker,
  { way: 'through a file of its own', prepare: `() => { ${noWorker} }`, asks: /^blob:/ },
  {
    way: 'from memory, as in a private window',
    prepare: `() => { ${noWorker}; delete StorageManager.prototype.getDirectory }`,
    asks: /^blob:/,
  },
]
const sealed = await testSealed('Firefox', await startFirefox(), ways, false)

test('in Firefox a download whose service worker is ended says so', async () => {
  // Ended a moment after each message, as a browser does that is short of memory.
  await using hasty = await startFirefox({
    'dom.serviceWorkers.idle_timeout': 500,
    'dom.serviceWorkers.idle_extended_timeout': 500,
  })
  const page = await hasty.newcomer(sealed.link())
  await page.click('button', 'Download')
  // This Firefox itself calls the beginning that it has a whole file, so that the page has to say it.
  await page.downloaded()
  await page.read(/Not complete\. Delete the file and try again\./)
})
