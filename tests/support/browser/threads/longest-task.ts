import { readFile } from 'node:fs/promises'
import type { Browser, Page } from '@playwright/test'
import * as z from 'zod'

const number = z.number()
const event = z.object({ name: z.string(), pid: number, tid: number, ts: number, tdur: z.optional(number) })
const threadName = z.object({ pid: number, tid: number, args: z.object({ name: z.string() }) })
const traceSchema = z.object({ traceEvents: z.array(z.looseObject({ name: z.string() })) })

/** Trace events of the browser's processes while `work` went on. @param path file that the trace may be written to */
async function traceOf(browser: Browser, page: Page, path: string, work: () => Promise<void>) {
  await browser.startTracing(page, { path, categories: ['toplevel', '__metadata'] })
  await work()
  await browser.stopTracing()
  return traceSchema.parse(JSON.parse(await readFile(path, 'utf8'))).traceEvents
}

/**
 * The longest time that a page computed without a turn for anything else, while `work` went on, in milliseconds of its
 * processor: other work of the machine does not count.
 * @param path where the browser may write what happened
 */
export async function longestTask(browser: Browser, page: Page, path: string, work: () => Promise<void>) {
  const tasks = (await traceOf(browser, page, path, work))
    .filter(({ name }) => name === 'ThreadControllerImpl::RunTask')
    .map((task) => event.parse(task).tdur ?? 0)
  if (tasks.length === 0) throw new Error('the browser has told of no task')
  return Math.max(...tasks) / 1000
}

/** Processor time of each thread of the browser while `work` went on, in milliseconds. */
export async function threadTimes(browser: Browser, page: Page, path: string, work: () => Promise<void>) {
  const events = await traceOf(browser, page, path, work)
  const names = events.filter(({ name }) => name === 'thread_name').map((named) => threadName.parse(named))
  return names.map(({ pid, tid, args: { name } }) => {
    const own = events.filter((one) => one.pid === pid && one.tid === tid && one.name.endsWith('RunTask'))
    return { name, time: own.reduce((sum, task) => sum + (event.parse(task).tdur ?? 0), 0) / 1000 }
  })
}
