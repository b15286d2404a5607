/**
 * Tables as the schemas of Prisma declare them: of Pingvin Share 0.10 to 0.29, and the columns that Pingvin Share 1.0 and Pingvin
 * Share X added. Tables that no importer reads are left out.
 */
const early = `
  create table "User" (
    "id" text not null primary key, "createdAt" datetime not null default current_timestamp, "updatedAt" datetime not null,
    "username" text not null, "email" text not null, "password" text not null, "isAdmin" boolean not null default false,
    "totpEnabled" boolean not null default false, "totpVerified" boolean not null default false, "totpSecret" text
  );
  create unique index "User_username_key" on "User"("username");
  create unique index "User_email_key" on "User"("email");
  create table "ReverseShare" (
    "id" text not null primary key, "createdAt" datetime not null default current_timestamp, "token" text not null,
    "shareExpiration" datetime not null, "maxShareSize" text not null, "sendEmailNotification" boolean not null,
    "remainingUses" integer not null, "creatorId" text not null references "User" ("id") on delete cascade
  );
  create table "Share" (
    "id" text not null primary key, "createdAt" datetime not null default current_timestamp,
    "uploadLocked" boolean not null default false, "isZipReady" boolean not null default false,
    "views" integer not null default 0, "expiration" datetime not null, "description" text, "removedReason" text,
    "creatorId" text references "User" ("id") on delete cascade,
    "reverseShareId" text references "ReverseShare" ("id") on delete cascade
  );
  create table "File" (
    "id" text not null primary key, "createdAt" datetime not null default current_timestamp, "name" text not null,
    "size" text not null, "shareId" text not null references "Share" ("id") on delete cascade
  );
  create table "ShareSecurity" (
    "id" text not null primary key, "createdAt" datetime not null default current_timestamp, "password" text,
    "maxViews" integer, "shareId" text references "Share" ("id") on delete cascade
  );
`

const late = `
  alter table "User" add column "ldapDN" text;
  alter table "User" add column "isActivated" boolean not null default true;
  alter table "Share" add column "name" text;
  alter table "Share" add column "storageProvider" text not null default 'LOCAL';
  alter table "Share" add column "updatedAt" datetime;
  alter table "Share" add column "storagePath" text;
  alter table "Share" add column "blockedAt" datetime;
  alter table "Share" add column "blockedReason" text;
  alter table "File" add column "storageName" text;
  alter table "ReverseShare" add column "simplified" boolean not null default false;
  alter table "ReverseShare" add column "publicAccess" boolean not null default true;
  alter table "ShareSecurity" add column "restrictToRecipients" boolean not null default false;
`

/** `early`: times are milliseconds. `late`: times are text, as Prisma 7 writes them. */
export type PingvinVersion = 'early' | 'late'

export function pingvinSchema(version: PingvinVersion): string {
  return version === 'early' ? early : early + late
}

/** A moment as that version keeps it. */
export function pingvinTime(version: PingvinVersion, time: number): number | string {
  return version === 'early' ? time : new Date(time).toISOString().replace('Z', '+00:00')
}
