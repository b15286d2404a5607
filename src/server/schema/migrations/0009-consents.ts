import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Engine } from '../engine.ts'
import { index, schemaFor } from './rows/schema-for.ts'

/** Consents of people, and mails sent to an address: see identity/consents and messaging/mail/sent-mails.ts. */
export function createConsents(engine: Engine): Migration {
  const { text, integer, bytes, table } = schemaFor(engine)
  return {
    async up(database: Kysely<unknown>): Promise<void> {
      await table(database, 'consents')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('subject', text, (column) => column.notNull())
        .addColumn('purpose', text, (column) => column.notNull())
        .addColumn('version', text, (column) => column.notNull())
        .addColumn('text_sha256', bytes, (column) => column.notNull())
        .addColumn('given_at', integer, (column) => column.notNull())
        .addColumn('withdrawn_at', integer)
        .addColumn('how', text, (column) => column.notNull())
        .execute()
      await index(database, 'consents', ['subject', 'given_at'])
      for (const statement of keepConsents[engine]) await sql.raw(statement).execute(database)

      await table(database, 'sent_mails')
        .addColumn('id', text, (column) => column.primaryKey().notNull())
        .addColumn('address_hash', bytes, (column) => column.notNull())
        .addColumn('kind', text, (column) => column.notNull())
        .addColumn('sender', text)
        .addColumn('transfer_id', text)
        .addColumn('sent_at', integer, (column) => column.notNull())
        .execute()
      await index(database, 'sent_mails', ['address_hash', 'sent_at'])
      await index(database, 'sent_mails', ['transfer_id'])
      await index(database, 'sent_mails', ['sent_at'])
    },
  }
}

const refusal = 'the ledger of consents is append-only'

/** A consent is never changed but once, by its withdrawal, and never removed, nor replaced by another of its id. */
const keepConsents: Record<Engine, readonly string[]> = {
  sqlite: [
    `create trigger consents_stay before update on consents
     when old.withdrawn_at is not null or new.withdrawn_at is null
       or old.rowid is not new.rowid or old.id is not new.id or old.subject is not new.subject or old.purpose is not new.purpose
       or old.version is not new.version or old.text_sha256 is not new.text_sha256
       or old.given_at is not new.given_at or old.how is not new.how
     begin select raise(abort, '${refusal}'); end`,
    `create trigger consents_not_deleted before delete on consents
     begin select raise(abort, '${refusal}'); end`,
    `create trigger consents_not_replaced before insert on consents
     when exists (select 1 from consents where id = new.id or rowid = new.rowid)
     begin select raise(abort, '${refusal}'); end`,
  ],
  postgres: [
    `create function consents_stay() returns trigger language plpgsql as
     'begin
        if tg_op = ''UPDATE'' and old.withdrawn_at is null and new.withdrawn_at is not null
          and (old.id, old.subject, old.purpose, old.version, old.text_sha256, old.given_at, old.how)
            is not distinct from (new.id, new.subject, new.purpose, new.version, new.text_sha256, new.given_at, new.how)
        then return new; end if;
        raise exception ''${refusal}'' using errcode = ''integrity_constraint_violation'';
      end'`,
    `create trigger consents_stay before update or delete on consents
     for each row execute function consents_stay()`,
    `create trigger consents_not_truncated before truncate on consents
     for each statement execute function consents_stay()`,
  ],
}
