/**
 * Tables as the schema of Prisma declares them: of Palmr 3.0, and what 3.2 added (folders, and files that end). Tables that no
 * importer reads are left out.
 */
const early = `
  create table "users" (
    "id" text not null primary key, "firstName" text not null, "lastName" text not null, "username" text not null,
    "email" text not null, "password" text, "image" text, "isAdmin" boolean not null default false,
    "isActive" boolean not null default true, "createdAt" datetime not null default current_timestamp,
    "updatedAt" datetime not null
  );
  create table "files" (
    "id" text not null primary key, "name" text not null, "description" text, "extension" text not null,
    "size" bigint not null, "objectName" text not null, "userId" text not null,
    "createdAt" datetime not null default current_timestamp, "updatedAt" datetime not null
  );
  create table "share_security" (
    "id" text not null primary key, "password" text, "maxViews" integer,
    "createdAt" datetime not null default current_timestamp, "updatedAt" datetime not null
  );
  create table "shares" (
    "id" text not null primary key, "name" text, "views" integer not null default 0, "expiration" datetime,
    "description" text, "createdAt" datetime not null default current_timestamp, "updatedAt" datetime not null,
    "creatorId" text, "securityId" text not null
  );
  create table "share_aliases" (
    "id" text not null primary key, "alias" text not null, "shareId" text not null,
    "createdAt" datetime not null default current_timestamp, "updatedAt" datetime not null
  );
  create table "reverse_shares" (
    "id" text not null primary key, "name" text, "description" text, "expiration" datetime, "maxFiles" integer,
    "maxFileSize" bigint, "allowedFileTypes" text, "password" text, "pageLayout" text not null default 'DEFAULT',
    "isActive" boolean not null default true, "createdAt" datetime not null default current_timestamp,
    "updatedAt" datetime not null, "creatorId" text not null
  );
  create table "reverse_share_files" (
    "id" text not null primary key, "name" text not null, "description" text, "extension" text not null,
    "size" bigint not null, "objectName" text not null, "uploaderEmail" text, "uploaderName" text,
    "createdAt" datetime not null default current_timestamp, "updatedAt" datetime not null, "reverseShareId" text not null
  );
  create table "_ShareFiles" ("A" text not null, "B" text not null);
  create unique index "_ShareFiles_AB_unique" on "_ShareFiles"("A", "B");
`
const late = `
  alter table "users" add column "twoFactorEnabled" boolean not null default false;
  alter table "files" add column "folderId" text;
  alter table "files" add column "expiration" datetime;
  create table "folders" (
    "id" text not null primary key, "name" text not null, "description" text, "objectName" text not null,
    "parentId" text, "userId" text not null, "createdAt" datetime not null default current_timestamp,
    "updatedAt" datetime not null
  );
  create table "_ShareFolders" ("A" text not null, "B" text not null);
`

export type PalmrVersion = 'early' | 'late'

export function palmrSchema(version: PalmrVersion): string {
  return version === 'early' ? early : early + late
}
