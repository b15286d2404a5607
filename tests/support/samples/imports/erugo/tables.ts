/**
 * Tables as Laravel makes them of the migrations of Erugo: of February 2025 (`early`), and with what came until 2026 (`late`).
 * Tables that no importer reads are left out.
 */
const early = `
  create table "users" (
    "id" integer primary key autoincrement not null, "name" varchar not null, "email" varchar not null,
    "email_verified_at" datetime, "password" varchar not null, "remember_token" varchar, "created_at" datetime,
    "updated_at" datetime, "admin" tinyint(1) not null default '0', "active" tinyint(1) not null default '1'
  );
  create unique index "users_email_unique" on "users" ("email");
  create table "settings" (
    "id" integer primary key autoincrement not null, "key" varchar not null, "value" varchar, "created_at" datetime,
    "updated_at" datetime
  );
  create table "shares" (
    "id" integer primary key autoincrement not null, "user_id" integer, "name" varchar, "description" varchar,
    "path" varchar not null, "long_id" varchar not null, "size" integer not null, "file_count" integer not null,
    "download_limit" integer, "download_count" integer not null default '0',
    "require_email" tinyint(1) not null default '0', "created_at" datetime, "updated_at" datetime,
    "expires_at" datetime, "status" varchar not null default 'pending',
    foreign key("user_id") references "users"("id") on delete set null
  );
  create unique index "shares_long_id_unique" on "shares" ("long_id");
  create table "files" (
    "id" integer primary key autoincrement not null, "share_id" integer, "name" varchar not null, "size" integer not null,
    "type" varchar not null, "created_at" datetime, "updated_at" datetime,
    foreign key("share_id") references "shares"("id")
  );
`

const late = `
  alter table "users" add column "must_change_password" tinyint(1) not null default '0';
  alter table "users" add column "is_guest" tinyint(1) not null default '0';
  alter table "users" add column "email_verification_code" varchar;
  alter table "files" add column "temp_path" varchar;
  alter table "files" add column "full_path" varchar;
  alter table "files" add column "original_name" varchar;
  alter table "shares" add column "public" tinyint(1) not null default '1';
  alter table "shares" add column "invite_id" integer;
  alter table "shares" add column "password" varchar;
  create table "reverse_share_invites" (
    "id" integer primary key autoincrement not null, "user_id" integer not null, "guest_user_id" integer,
    "recipient_name" varchar not null, "recipient_email" varchar not null, "message" varchar, "used_at" datetime,
    "completed_at" datetime, "expires_at" datetime, "created_at" datetime, "updated_at" datetime,
    foreign key("user_id") references "users"("id"), foreign key("guest_user_id") references "users"("id")
  );
`

export type ErugoVersion = 'early' | 'late'

export function erugoSchema(version: ErugoVersion): string {
  return version === 'early' ? early : early + late
}

/** A moment as Laravel keeps it, in UTC. */
export function erugoTime(time: number): string {
  return new Date(time).toISOString().slice(0, 19).replace('T', ' ')
}
