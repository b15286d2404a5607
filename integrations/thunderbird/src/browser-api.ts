/** Parts of Thunderbird's API that this add-on calls: https://webextension-api.thunderbird.net. */
type Event<Listener> = { addListener(listener: Listener): void }
type Area = {
  get(key: string | null): Promise<Record<string, unknown>>
  set(items: Readonly<Record<string, unknown>>): Promise<void>
  remove(keys: string | readonly string[]): Promise<void>
}

export type CloudFileAccount = { readonly id: string; readonly configured: boolean }
type Tab = { readonly id: number } | null

/** Note of an upload in the message, below its link. */
export type TemplateInfo = {
  readonly service_name: string
  readonly service_url: string
  readonly download_password_protected: boolean
  readonly download_limit?: number
  readonly download_expiry_date: {
    readonly timestamp: number
    readonly format: Intl.DateTimeFormatOptions
  }
}
export type Uploaded =
  | { readonly url: string; readonly templateInfo: TemplateInfo }
  | { readonly error: string }
  | { readonly aborted: true }

type BrowserApi = {
  readonly cloudFile: {
    readonly onFileUpload: Event<
      (
        account: CloudFileAccount,
        file: { readonly id: number; readonly name: string; readonly data: File },
        tab: Tab,
      ) => Promise<Uploaded>
    >
    readonly onFileUploadAbort: Event<(account: CloudFileAccount, fileId: number) => Promise<void>>
    readonly onFileRename: Event<
      (
        account: CloudFileAccount,
        fileId: number,
        newName: string,
        tab: Tab,
      ) => Promise<{ readonly url: string } | { readonly error: string }>
    >
    readonly onFileDeleted: Event<(account: CloudFileAccount, fileId: number) => Promise<void>>
    readonly onAccountAdded: Event<(account: CloudFileAccount) => Promise<void>>
    readonly onAccountDeleted: Event<(accountId: string) => Promise<void>>
    getAllAccounts(): Promise<readonly CloudFileAccount[]>
    updateAccount(accountId: string, properties: { readonly configured: boolean }): Promise<unknown>
  }
  readonly composeAction: {
    readonly onClicked: Event<() => void>
    setBadgeText(details: { readonly tabId: number; readonly text: string }): Promise<void>
    setTitle(details: { readonly tabId: number; readonly title: string }): Promise<void>
  }
  readonly i18n: {
    getMessage(name: string, values?: string | readonly string[]): string
    getUILanguage(): string
  }
  /** Undefined in the page that the settings of Thunderbird show. */
  readonly permissions?: {
    contains(asked: { readonly origins: readonly string[] }): Promise<boolean>
    request(asked: { readonly origins: readonly string[] }): Promise<boolean>
  }
  readonly runtime: {
    readonly onInstalled: Event<() => void>
    readonly onStartup: Event<() => void>
    readonly onMessage: Event<(message: unknown) => Promise<unknown>>
    sendMessage(message: unknown): Promise<unknown>
    getURL(path: string): string
  }
  readonly storage: { readonly local: Area; readonly session: Area }
  readonly tabs: {
    create(properties: { readonly url: string }): Promise<unknown>
    get(id: number): Promise<unknown>
  }
  readonly windows: { openDefaultBrowser(url: string): Promise<void> }
}

declare global {
  const browser: BrowserApi
}
