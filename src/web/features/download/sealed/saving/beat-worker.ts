/** Time between messages that keep a download's worker alive, in milliseconds. */
const beatEvery = 10_000

setInterval(() => postMessage('beat'), beatEvery)
