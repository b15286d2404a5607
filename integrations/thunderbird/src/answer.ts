import * as z from 'zod/mini'
import {
  dropPassword,
  findAccount,
  findPassword,
  firstOptions,
  forgetAccount,
  keepPassword,
  saveAccount,
} from './accounts.ts'
import { type Request, request, type State } from './messages.ts'
import { sayFailure } from './say-failure.ts'
import { deleteSent, listSent } from './sent-files.ts'
import { openService } from './service.ts'
import { askSignIn, beginSignIn, pageOfSignIn } from './sign-in.ts'

/** Answers a call of the management page; see messages.ts. */
export async function answer(message: unknown): Promise<unknown> {
  try {
    return await carryOut(z.parse(request, message))
  } catch (error) {
    return { failure: sayFailure(error) }
  }
}

async function carryOut(asked: Request): Promise<object> {
  const { account } = asked
  switch (asked.kind) {
    case 'look':
      return look(account)
    case 'begin':
      return beginSignIn(account, asked.service)
    case 'ask': {
      const done = await askSignIn(account)
      return { done: done === true, slower: done === 'slower' }
    }
    case 'approve': {
      const page = await pageOfSignIn(account)
      if (page !== undefined) await browser.windows.openDefaultBrowser(page)
      return {}
    }
    case 'disconnect':
      await forgetAccount(account)
      return {}
    case 'save':
      return save(asked)
    case 'delete': {
      const sent = (await listSent()).find(({ ref }) => ref === asked.ref)
      if (sent) await deleteSent(sent)
      return {}
    }
    case 'open': {
      const page = `management.html?accountId=${encodeURIComponent(account)}`
      await browser.tabs.create({ url: browser.runtime.getURL(page) })
      return {}
    }
  }
}

async function look(id: string): Promise<State> {
  const connected = await findAccount(id)
  const sent = (await listSent()).map(({ ref, name, expiresAt }) => ({ ref, name, expiresAt }))
  const state = {
    service: connected?.service ?? null,
    options: connected?.options ?? firstOptions,
    hasPassword: (await findPassword(id)) !== undefined,
    offered: null,
    trouble: null,
    sent,
  }
  if (!connected) return state
  try {
    const config = await openService(connected.service, connected.key).call('config')
    const { expiryOptions, longestExpiry, defaultExpiry, endToEnd, filePassword } = config
    const offered = {
      expiries: expiryOptions
        .filter(({ duration }) => duration <= longestExpiry)
        .map(({ value, duration }) => ({ value, duration })),
      defaultExpiry,
      endToEnd: endToEnd.allowed,
      passwordRequired: filePassword.required,
      passwordLength: filePassword.minLength,
    }
    return { ...state, offered }
  } catch (error) {
    return { ...state, trouble: sayFailure(error) }
  }
}

async function save({ account, options, password }: Extract<Request, { kind: 'save' }>): Promise<object> {
  const connected = await findAccount(account)
  if (!connected) throw new Error(browser.i18n.getMessage('errorKey'))
  if (!options.password) await dropPassword(account)
  else if (password !== '') await keepPassword(account, password)
  else if ((await findPassword(account)) === undefined)
    throw new Error(browser.i18n.getMessage('errorPassword'))
  await saveAccount(account, { ...connected, options })
  return {}
}
