import assert from 'node:assert/strict'
import { openRecord } from '#server/platform/events/sealed-record.ts'
import { findTraces, type StolenData } from './stolen-data.ts'

/** Tables and files in which an address, or a name, can be read: also in what is sealed. The database's own files are its rows. */
export function tracesOf(stolen: StolenData, text: string): string[] {
  const files = new Map([...stolen.files].filter(([path]) => !/\.sqlite/.test(path)))
  const opened = stolen.rows.flatMap(({ table, id, kid, payload, sealed }) => {
    if (table !== 'events' && table !== 'mail_outbox') return []
    const bytes = table === 'events' ? payload : sealed
    assert.ok(bytes instanceof Uint8Array)
    const place = `${table === 'events' ? 'event' : 'mail'} ${id}`
    return JSON.stringify(openRecord(stolen.keyRing, place, { kid: String(kid), sealed: bytes })).includes(
      text,
    )
      ? [`sealed in ${table}`]
      : []
  })
  const rows = stolen.rows
    .filter((row) => JSON.stringify(row).toLowerCase().includes(text.toLowerCase()))
    .map(({ table }) => table)
  return [...opened, ...rows, ...findTraces({ ...stolen, files, rows: [] }, Buffer.from(text))].toSorted()
}
