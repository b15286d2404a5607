import * as z from 'zod'
import { startThunderbird } from './thunderbird.ts'

const addOnId = 'thunderbird@restante.invalid'

const attached = z.object({ url: z.string(), note: z.string() })
type Attached = z.infer<typeof attached>

/** Names in the privileged scope that the scripts below use. */
const names = `
  const { cloudFileAccounts } = ChromeUtils.importESModule('resource:///modules/cloudFileAccounts.sys.mjs')
  const { MailServices } = ChromeUtils.importESModule('resource:///modules/MailServices.sys.mjs')
  const { FileUtils } = ChromeUtils.importESModule('resource://gre/modules/FileUtils.sys.mjs')
  const { setTimeout } = ChromeUtils.importESModule('resource://gre/modules/Timer.sys.mjs')
  const policy = WebExtensionPolicy.getByID(${JSON.stringify(addOnId)})
  const compose = () => Services.wm.getMostRecentWindow('msgcompose')
  const account = cloudFileAccounts.getAccountsForType('ext-' + policy.id)[0]
  async function until(find, seconds = 60) {
    for (const end = Date.now() + seconds * 1000; Date.now() < end; ) {
      const found = await find()
      if (found) return found
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error('never: ' + find)
  }
`

/** Thunderbird with the add-on, a mail account, a compose window and the management page in a tab. */
export async function startAddOn(path: string) {
  const thunderbird = await startThunderbird(path)
  const { marionette } = thunderbird
  const run = (body: string, given: object = {}) => marionette.run(`${names}\n${body}`, given)
  try {
    await run(`
      const added = await cloudFileAccounts.createAccount('ext-' + policy.id)
      const server = MailServices.accounts.createIncomingServer('ada', 'mail.example.eu', 'none')
      const identity = MailServices.accounts.createIdentity()
      identity.email = 'ada@example.eu'
      const mails = MailServices.accounts.createAccount()
      mails.incomingServer = server
      mails.addIdentity(identity)
      const fields = Cc['@mozilla.org/messengercompose/composefields;1'].createInstance(Ci.nsIMsgCompFields)
      const parameters = Cc['@mozilla.org/messengercompose/composeparams;1'].createInstance(Ci.nsIMsgComposeParams)
      parameters.identity = identity
      parameters.composeFields = fields
      MailServices.compose.OpenComposeWindowWithParams(null, parameters)
      await until(() => compose()?.gMsgCompose?.editor)
      const tabmail = Services.wm.getMostRecentWindow('mail:3pane').document.getElementById('tabmail')
      const tab = tabmail.openTab('contentTab', {
        url: policy.getURL('management.html?accountId=' + added.accountKey),
        linkHandler: 'single-page',
        initialBrowsingContextGroupId: policy.browsingContextGroupId,
        principal: policy.extension.principal,
        triggeringPrincipal: policy.extension.principal,
      })
      await until(() => tab.browser.currentURI.spec.startsWith('moz-extension:') && !tab.browser.webProgress?.isLoadingDocument)
    `)
  } catch (error) {
    await thunderbird[Symbol.asyncDispose]()
    throw error
  }
  return {
    ...thunderbird,
    /** Runs the body of an async function in the management page, as in a click. */
    inPage: (body: string, given: object = {}) =>
      run(
        `
        const tabmail = Services.wm.getMostRecentWindow('mail:3pane').document.getElementById('tabmail')
        const { browser } = tabmail.tabInfo.find(({ mode }) => mode.name === 'contentTab')
        const name = 'restante:' + Math.random()
        const script = \`(async () => {
          const given = \${JSON.stringify(given.given)}
          const document = content.document
          const until = async (find) => {
            for (let tries = 0; tries < 1200; tries += 1) {
              const found = find()
              if (found) return found
              await new Promise((resolve) => content.setTimeout(resolve, 50))
            }
            throw new Error('never: ' + find + ' on ' + document.body.innerText)
          }
          const asUser = (act) => {
            const input = content.windowUtils.setHandlingUserInput(true)
            try { act() } finally { input.destruct() }
          }
          await until(() => document.readyState === 'complete')
          \${given.body}
        })().then(
          (value) => sendAsyncMessage('\${name}', { value }),
          (error) => sendAsyncMessage('\${name}', { error: String(error) }),
        )\`
        const answer = new Promise((resolve) => browser.messageManager.addMessageListener(name, ({ data }) => resolve(data)))
        browser.messageManager.loadFrameScript('data:application/javascript;charset=utf-8,' + encodeURIComponent(script), false)
        const { value, error } = await answer
        if (error) throw new Error(error)
        return value
      `,
        { body, given },
      ),
    /** Loads the management page anew. */
    reload: () =>
      run(`
        const tabmail = Services.wm.getMostRecentWindow('mail:3pane').document.getElementById('tabmail')
        const { browser } = tabmail.tabInfo.find(({ mode }) => mode.name === 'contentTab')
        const before = browser.browsingContext.currentWindowGlobal.innerWindowId
        browser.reload()
        await until(() => browser.browsingContext.currentWindowGlobal.innerWindowId !== before)
      `),
    /** Attaches a file to the message through the add-on. */
    attach: async (path: string): Promise<Attached> =>
      attached.parse(
        await run(
          `
          const window = compose()
          const [item] = await window.AddAttachments([window.FileToAttachment(FileUtils.File(given.path))])
          await window.UpdateAttachment(item, { cloudFileAccount: account })
          return { url: item.attachment.contentLocation, note: item.attachment.htmlAnnotation }
        `,
          { path },
        ),
      ),
    /** Renames the last attachment. */
    rename: async (name: string): Promise<Attached> =>
      attached.parse(
        await run(
          `
          const window = compose()
          const item = [...window.gAttachmentBucket.itemChildren].at(-1)
          await window.UpdateAttachment(item, { name: given.name })
          return { url: item.attachment.contentLocation, note: item.attachment.htmlAnnotation }
        `,
          { name },
        ),
      ),
    /** Takes the last attachment out of the message. */
    remove: () =>
      run(`
        const window = compose()
        await window.RemoveAttachments([[...window.gAttachmentBucket.itemChildren].at(-1)])
      `),
    /** Begins to attach a file, and cancels that as the menu does once some of it was sent. @returns how it ended */
    attachAndStop: (path: string) =>
      run(
        `
        const window = compose()
        const [item] = await window.AddAttachments([window.FileToAttachment(FileUtils.File(given.path))])
        const ended = window.UpdateAttachment(item, { cloudFileAccount: account }).then(() => 'sent', (error) =>
          error.result === cloudFileAccounts.constants.uploadCancelled ? 'cancelled' : String(error))
        await until(() => Number.parseInt(window.document.querySelector('[id$="composeAction-toolbarbutton"]')?.getAttribute('badge') ?? '') > 0)
        await item.uploading.cancelFileUpload(window, FileUtils.File(given.path))
        const how = await ended
        await window.RemoveAttachments([item])
        return how
      `,
        { path },
      ),
    /** Number on the button of the compose window; empty when nothing is sent. */
    badge: async () =>
      z.string().parse(
        await run(`
          return compose().document.querySelector('[id$="composeAction-toolbarbutton"]')?.getAttribute('badge') ?? ''
        `),
      ),
  }
}
