import * as z from 'zod/mini'
import {
  defaultIdentity,
  type Identity,
  identity,
  pictureRoles,
} from '#contract/operations/branding/identity.ts'
import type { Config } from '../../config/config.ts'
import type { Database } from '../database/database.ts'

/** The identity that an administrator has given the service, or the default one. */
export async function findIdentity(database: Database): Promise<Identity> {
  const row = await database.selectFrom('identity').select('value').executeTakeFirst()
  // A release may add members: those of an earlier one hold beside the defaults.
  return row
    ? z.parse(identity, { ...defaultIdentity, ...z.parse(anyObject, JSON.parse(row.value)) })
    : defaultIdentity
}

const anyObject = z.record(z.string(), z.unknown())

export async function findPictures(database: Database): Promise<Config['pictures']> {
  const rows = await database.selectFrom('brand_pictures').select(['role', 'file']).execute()
  return Object.fromEntries(
    pictureRoles.flatMap((role) => {
      const file = rows.find((row) => row.role === role)?.file
      return file === undefined ? [] : [[role, file]]
    }),
  )
}
