import { randomBytes } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import { expect, it, onTestFinished, vi } from 'vitest'
import { eventKinds, eventRows, type NoticeRow, type NoticeText } from '#domain/event-kinds.ts'
import { noticeMessage, type StoredNotice } from '#server/platform/events/sentences.ts'
import { StartError } from '#server/platform/start-error.ts'
import { testServer } from '#server/testing/worker.ts'
import { differences } from './adopt-former.ts'
import { readCatalogue } from './catalogue.ts'
import { connect, type Sql } from './database.ts'
import { migrateUnderLock } from './migrate.ts'

const migrationsFolder = join(import.meta.dirname, 'migrations')
const migrations = readMigrationFiles({ migrationsFolder })
const expected = readFileSync(join(migrationsFolder, 'catalogue-of-0002.txt'), 'utf8').trimEnd().split('\n')

async function freshDatabase() {
  const server = testServer()
  const database = `migrated_${randomBytes(6).toString('hex')}`
  const outside = connect(server, 1)
  await outside.sql.unsafe(`create database ${database}`)
  const { sql, close } = connect({ ...server, database }, 1)
  onTestFinished(async () => {
    await close()
    await outside.sql.unsafe(`drop database ${database}`)
    await outside.close()
  })
  return { address: { ...server, database }, sql }
}

it('brings an empty database up to date once, when three nodes start at the same time', async () => {
  const { address, sql } = await freshDatabase()
  const order: string[] = []
  const node = (name: string) =>
    migrateUnderLock(address, async () => {
      order.push(`${name} begins`)
      await new Promise(setImmediate)
      order.push(`${name} ends`)
      return name
    })
  expect(await Promise.all(['a', 'b', 'c'].map(node))).toEqual(['a', 'b', 'c'])

  // One after the other: each begins only when the one before has ended.
  const names = order.filter((line) => line.endsWith('begins')).map((line) => line.charAt(0))
  expect(order).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]))

  expect(await sql`select hash from drizzle.__drizzle_migrations`).toHaveLength(migrations.length)
  expect(await sql`select position from feed_head`).toEqual([{ position: 0 }])
})

it('makes every change of the tables by a migration: `npm run migration` would write none', async () => {
  const [newest = ''] = globSync(join(migrationsFolder, 'meta/*_snapshot.json'))
  const before = JSON.parse(readFileSync(newest, 'utf8'))
  const files = globSync(join(import.meta.dirname, 'tables/*.ts'))
  const tables = Object.assign({}, ...(await Promise.all(files.map((file) => import(file)))))
  expect(await generateMigration(before, generateDrizzleJson(tables, before.id))).toEqual([])
})

it('creates with three migrations what the 35 former ones created', async () => {
  const { sql } = await freshDatabase()
  await replaceFormer(sql)
  expect((await readCatalogue(sql)).map(({ line }) => line)).toEqual(expected)
  expect(await sql`select name, position from consumers union all select 'feed_head', position from feed_head`).toEqual([
    { name: 'sales', position: 0 },
    { name: 'feed_head', position: 0 },
  ])
})

it('refuses to start a version that is older than its database, and changes nothing', async () => {
  const { address, sql } = await freshDatabase()
  await migrateUnderLock(address, async () => {})
  const applied = () => sql`select hash from drizzle.__drizzle_migrations order by id`
  const known = await applied()
  const [row] = await sql`
    insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'of a newer version', max(created_at) + 1 from drizzle.__drizzle_migrations returning created_at`
  const afterMigration = vi.fn(async () => {})
  const start = () => migrateUnderLock(address, afterMigration)
  await expect(start()).rejects.toBeInstanceOf(StartError)
  await expect(start()).rejects.toThrow(/A newer version of Backstall has changed this database.*unknown migrations: 1\)/)
  expect(afterMigration).not.toHaveBeenCalled()
  expect(await applied()).toHaveLength(known.length + 1)
  await sql`delete from drizzle.__drizzle_migrations where created_at = ${row?.created_at}`
  await start()
  expect(afterMigration).toHaveBeenCalledOnce()
})

/** Migrates an empty database up to `0002`, which is as far as the former migrations went. */
async function replaceFormer(sql: Sql): Promise<void> {
  for (const { sql: statements } of migrations.slice(0, 3)) await sql.unsafe(statements.join(';'))
}

/** A database as commit 912be24 left it: its tables, a person, and its record of its last migration. */
async function formerDatabase() {
  const made = await freshDatabase()
  await replaceFormer(made.sql)
  await made.sql.unsafe(
    'create schema drizzle; create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)',
  )
  await made.sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('of 0034', 1795379334919)`
  await made.sql`insert into users (id, name, email) values ('ingrid', 'Ingrid', 'ingrid@example.com')`
  return { ...made, start: () => migrateUnderLock(made.address, async () => {}) }
}

it('takes over a database of the former migrations with its rows, and with what operators added next to the tables of Backstall', async () => {
  const { sql, start } = await formerDatabase()
  await sql.unsafe("create table of_the_operator (id int); create view sellers as select id from users; create type size as enum ('small')")
  await sql`insert into products (id, seller_id, title, sku) values
    ('a', 'ingrid', 'Chair', 'CHAIR'), ('b', 'ingrid', 'Chair', 'chair'), ('c', 'ingrid', 'Table', ${'caf\u00e9'}),
    ('d', 'ingrid', 'Table', ${'cafe\u0301'}), ('e', null, 'Lamp', 'lamp'), ('f', null, 'Lamp', 'LAMP'), ('g', 'ingrid', 'Lamp', null)`
  await Promise.all([start(), start(), start()])
  await start()
  expect(await sql`select name from users`).toEqual([{ name: 'Ingrid' }])
  // Every SKU stays, also those that differ only in case.
  expect(await sql`select id, sku_clashes from products order by id`.values()).toEqual(
    ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id) => [id, ['b', 'd'].includes(id)]),
  )
  await sql`update products set sku = sku, stock = 1`
  await expect(sql`update products set sku = 'Chair' where id = 'b'`).rejects.toThrow('products_sku_folded')
  expect(await sql`select created_at from drizzle.__drizzle_migrations`).toHaveLength(1 + migrations.length)
})

/** The wording of the version before the migration that names texts. */
const formerly = (message: string) =>
  message
    .replace(/^Part of your change to/, 'A part of your change of')
    .replace(/^(A|Your) change to/, '$1 change of')
    .replace(/ awaiting review\.$/, ' waiting for review.')
    .replace(/^New order (.*)\.$/s, 'Order $1 is waiting to be shipped.')
    .replace('the endpoint answered 410 (Gone)', 'it answered that nothing more is wanted there')
    .replace('has not accepted a message for a day', 'has accepted nothing for a day')

it('names the texts of stored notices, and keeps what people wrote and other wordings', async () => {
  const { sql, start } = await formerDatabase()
  // Not those of later versions, which no former one has stored.
  const naming = readFileSync(join(migrationsFolder, '0004_named-texts-of-notices.sql'), 'utf8')
  const texts = eventKinds
    .flatMap((kind) => [eventRows[kind].notice ?? []].flat().map(({ text = kind }: NoticeRow) => ({ kind, text })))
    .filter(({ text }) => naming.includes(`'${text}'`))
  const titles = [null, 'Lamp', 'A “bright” lamp', '100 % lamp of order 7', '“', '\\1']
  const stored = texts.flatMap(({ kind, text }) =>
    [false, true].flatMap((dropped) =>
      titles.map((title) => {
        const textValues = { title, line: title ?? 'Vase', quantity: 3, ...(dropped && { dropped }) }
        return { kind, message: noticeMessage({ message: '', text: text as NoticeText, textValues }) }
      }),
    ),
  )
  const said = stored.filter(({ message }) => !/(order|to) null/.test(message))
  const own = [
    { kind: 'message.send', message: 'Your account is active again.' },
    { kind: 'product.approve', message: 'Approved, says an old version.' },
    { kind: 'chat.message', message: '“Lamp” was approved.' },
  ]
  for (const { kind, message } of [...said, ...own]) {
    await sql`with e as (insert into events (kind, item_id) values (${kind}, 'lamp') returning id)
      insert into notifications (id, user_id, event_id, message, type, status)
      select 'n' || id, 'ingrid', id, ${formerly(message)}, 'info', ${kind === 'product.archive' ? 'rejected' : null} from e`
  }
  await start()
  const rows = await sql<StoredNotice[]>`select message, text, text_values as "textValues" from notifications order by event_id`
  expect(rows.map(noticeMessage)).toEqual([...said, ...own].map(({ message }) => message))
  expect(new Set(rows.flatMap(({ text }) => text ?? []))).toEqual(new Set(texts.map(({ text }) => text)))
  // Nodes of the former version still read the sentence.
  expect(rows.map(({ message }) => message)).toEqual([...said, ...own].map(({ message }) => formerly(message)))
  expect(rows.filter(({ text }) => text === null)).toEqual(own.map(({ message }) => ({ message, text: null, textValues: null })))
  expect(await sql`select distinct text, status from notifications where status is not null`).toEqual([
    { text: 'product.archive', status: 'archived' },
  ])
})

const changes = [
  ['drop index products_search', 'missing: CREATE INDEX products_search'],
  ['alter table products drop column former_sellers', 'missing: column products.former_sellers'],
  ['alter table products alter column stock type bigint', 'unexpected: column products.stock bigint'],
  ['alter table products add column weight integer', 'unexpected: column products.weight integer'],
  ['create index products_weight on products (stock)', 'unexpected: CREATE INDEX products_weight'],
  ['alter table products drop constraint products_price', 'missing: constraint products.products_price'],
  ['alter table users alter column name drop not null', 'unexpected: column users.name text'],
  ['alter table events disable trigger events_append_only', 'missing: CREATE TRIGGER events_append_only'],
  ["alter type user_role add value 'guest'", 'missing: type user_role enum (seller, admin)'],
  ['alter table feed_head reset (fillfactor)', 'missing: table feed_head'],
  [
    'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
    'missing: CREATE OR REPLACE FUNCTION public.refuse_change()',
  ],
  ['drop table lookers', 'missing: column lookers'],
  ['alter table users force row level security', 'unexpected: table users row security'],
  ['create rule kept as on delete to users do instead nothing', 'unexpected: CREATE RULE kept'],
]

it('does not take over a database that was changed by hand, and names what differs', async () => {
  const { sql, start } = await formerDatabase()
  for (const [change, difference] of changes) {
    await sql`begin`
    await sql.unsafe(change ?? '')
    const found = await differences(sql, expected)
    await sql`rollback`
    expect(found.join('; '), change).toContain(difference)
  }
  expect(await differences(sql, expected)).toEqual([])

  await sql`drop index products_search`
  const refusal = await start().catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(StartError)
  expect(String(refusal)).toContain('missing: CREATE INDEX products_search')
  expect(await sql`select hash from drizzle.__drizzle_migrations`).toHaveLength(1)
  expect(await sql`select name from users`).toEqual([{ name: 'Ingrid' }])
})

it('names the version between to operators of an older one, and changes nothing', async () => {
  const { sql, start } = await formerDatabase()
  await sql`update drizzle.__drizzle_migrations set hash = 'of 0033', created_at = 1795373473810`
  await expect(start()).rejects.toThrow(/older than commit 912be24.*Nothing was changed/)
  expect(await sql`select hash from drizzle.__drizzle_migrations`).toEqual([{ hash: 'of 0033' }])
})

it('refuses a database in which another program records its migrations', async () => {
  const { sql, start } = await formerDatabase()
  await sql.unsafe('drop schema public cascade; create schema public')
  await expect(start()).rejects.toThrow(/Another program records its migrations.*Nothing was changed/)
  expect(await sql`select relname from pg_class where relnamespace = 'public'::regnamespace`).toEqual([])
})

it('refuses a database in which another program has an object under one of our names', async () => {
  const { address, sql } = await freshDatabase()
  const start = () => migrateUnderLock(address, async () => {})
  for (const [make, remove] of [
    ['create table users (id int)', 'drop table users'],
    ["create type user_role as enum ('guest')", 'drop type user_role'],
    ['create function refuse_change() returns int language sql as $$ select 1 $$', 'drop function refuse_change'],
    ['create table theirs (id int); create index products_search on theirs (id)', 'drop table theirs'],
  ] as const) {
    await sql.unsafe(make)
    const refusal = await start().catch((error: unknown) => error)
    expect(refusal, make).toBeInstanceOf(StartError)
    expect(String(refusal), make).toMatch(/already has "(users|user_role|refuse_change|products_search)"/)
    await sql.unsafe(remove)
  }
  await sql`create table of_the_operator (id int)`
  await start()
  expect(await sql`select id from of_the_operator`).toEqual([])
})
