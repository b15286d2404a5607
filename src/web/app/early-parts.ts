// Runs before the app, in the file of accounts/early-answers.ts. The server has written into the page which styles and texts its
// address will need: they are fetched into the browser's cache, from where the app takes them. A preload of the page itself
// would have the browser complain wherever they are not needed after all, as where a guest is sent to the login page.
const list = document.querySelector<HTMLMetaElement>('meta[name=parts]')?.content ?? ''
for (const path of list.split(' ').filter(Boolean))
  fetch(path, { priority: 'low' })
    .then((answer) => answer.arrayBuffer())
    // The app fetches it again, and says so where it cannot.
    .catch(() => {})
