import { eq, sql as statement } from 'drizzle-orm'
import { bigint, boolean, date, integer, jsonb, numeric, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { afterAll, describe, expect, test } from 'vitest'
import { connect } from '#server/platform/database/database.ts'
import { runQuery } from '#server/platform/database/prepared-statement.ts'
import { testServer } from '#server/testing/worker.ts'

const outside = connect(testServer(), 1)
await outside.sql`create type mood as enum ('glad', 'so, so', 'a "quoted" one')`
const { sql, db, close } = connect(testServer(), 2)
afterAll(async () => {
  await close()
  await outside.sql`drop type mood`
  await outside.close()
})

const words = 'Grüße, 日本, 🏺, “so” \\ "and" \'so\' {1,2}\n\ttoo'

/** Expressions of SQL, and what is read of them. */
const read: readonly (readonly [expression: string, value: unknown])[] = [
  ['null::text', null],
  ['true', true],
  ['false', false],
  ['1::int2', 1],
  ['-2147483648', -2_147_483_648],
  ['9007199254740991', 9_007_199_254_740_991],
  ['count(*)', 1],
  ['1.5::float8', 1.5],
  ['0.1::float4', 0.1],
  ["'NaN'::float8", Number.NaN],
  ["'-Infinity'::float8", Number.NEGATIVE_INFINITY],
  ['26::oid', 26],
  // Exact, thus as text.
  ['1234567890.123456789', '1234567890.123456789'],
  ['sum(1::int8)', '1'],
  ["''", ''],
  ["'plain'", 'plain'],
  [`'${words.replaceAll("'", "''")}'`, words],
  ["'x'::char(3)", 'x  '],
  ["'pg_class'::regclass", 'pg_class'],
  ["'5bd1a0a4-9f0c-7d4f-8b52-0f2c4d6e8a10'::uuid", '5bd1a0a4-9f0c-7d4f-8b52-0f2c4d6e8a10'],
  ["'so, so'::mood", 'so, so'],
  ["'\\x00ff27'::bytea", Buffer.from([0, 255, 39])],
  // Moments and days are text, in UTC.
  ["'2026-11-23'::date", '2026-11-23'],
  ["'2026-11-23 15:39:24.5'::timestamp", '2026-11-23 15:39:24.5'],
  ["'2026-11-23T15:39:24.123456+01:00'::timestamptz", '2026-11-23 14:39:24.123456+00'],
  ["'infinity'::timestamptz", 'infinity'],
  ["'15:39'::time", '15:39:00'],
  ["interval '1 day 2 hours'", '1 day 02:00:00'],
  [`'{"a": [1, null, "b"]}'::json`, { a: [1, null, 'b'] }],
  [`'{"long": 9007199254740991, "in": {"true": true}}'::jsonb`, { long: 9_007_199_254_740_991, in: { true: true } }],
  ["'null'::jsonb", null],
  [`to_jsonb('text'::text)`, 'text'],
  ["'{}'::text[]", []],
  ["array['a', null, 'b, c', '', 'NULL', '{\"d\"}', 'e\\f']", ['a', null, 'b, c', '', 'NULL', '{"d"}', 'e\\f']],
  ["array['plain', 'words']::varchar[]", ['plain', 'words']],
  ['array[1, -2]', [1, -2]],
  [
    'array[[1, 2], [3, 4]]',
    [
      [1, 2],
      [3, 4],
    ],
  ],
  ['array[9007199254740991]', [9_007_199_254_740_991]],
  ['array[1.5]::float8[]', [1.5]],
  ['array[true, false, null]', [true, false, null]],
  ["array['so, so', 'glad', 'a \"quoted\" one']::mood[]", ['so, so', 'glad', 'a "quoted" one']],
  ["array['5bd1a0a4-9f0c-7d4f-8b52-0f2c4d6e8a10']::uuid[]", ['5bd1a0a4-9f0c-7d4f-8b52-0f2c4d6e8a10']],
  [`array['{"a": 1}']::jsonb[]`, [{ a: 1 }]],
  // Lists of what is text are text, too; the query builder splits them.
  ['array[1.5, 2]', '{1.5,2}'],
  ["array['2026-11-23']::date[]", '{2026-11-23}'],
]

describe('the table of types', () => {
  test.for(read)('%s is read alike, prepared and not, as an object and as a list', async ([expression, value]) => {
    const prepared = { prepare: true }
    const raw = { prepare: false }
    const text = `select ${expression} as value`
    expect(await sql.unsafe(text)).toEqual([{ value }])
    expect(await sql.unsafe(text, [], prepared)).toEqual([{ value }])
    expect(await sql.unsafe(`${text} where $1 > 0`, [1], raw).values()).toEqual([[value]])
    expect(await runQuery(sql, statement.raw(text), prepared)).toEqual([{ value }])
    expect([...(await db.execute(statement.raw(text)))]).toEqual([{ value }])
  })
})

/** Values, the type they are sent as, and how the database reads them. */
const sent: readonly (readonly [value: unknown, type: string, text: string | null])[] = [
  [null, 'text', null],
  [null, 'integer', null],
  [true, 'boolean', 'true'],
  [false, 'text', 'false'],
  [12, 'smallint', '12'],
  [-9_007_199_254_740_991, 'bigint', '-9007199254740991'],
  [1_795_379_334_919n, 'bigint', '1795379334919'],
  [0.1, 'float8', '0.1'],
  [1e21, 'numeric', '1000000000000000000000'],
  ['1234567890.123456789', 'numeric', '1234567890.123456789'],
  ['', 'text', ''],
  [words, 'text', words],
  ['glad', 'mood', 'glad'],
  ['2026-11-23', 'date', '2026-11-23'],
  [new Date('2026-11-23T15:39:24.123Z'), 'timestamptz', '2026-11-23 15:39:24.123+00'],
  ['2026-11-23T15:39:24.123Z', 'timestamptz', '2026-11-23 15:39:24.123+00'],
  [Buffer.from([0, 255, 39]), 'bytea', '\\x00ff27'],
  [
    JSON.stringify({ a: [1, words] }),
    'jsonb',
    JSON.stringify({ a: [1, words] })
      .replace('[1,', '[1, ')
      .replace('"a":', '"a": '),
  ],
  [[], 'text[]', '{}'],
  [['a', null, 'b, c', '', words], 'text[]', null],
  [[1, 2], 'integer[]', '{1,2}'],
  [[9_007_199_254_740_991], 'bigint[]', '{9007199254740991}'],
  [['so, so', 'glad'], 'mood[]', '{"so, so",glad}'],
  [
    [
      [1, 2],
      [3, 4],
    ],
    'integer[]',
    '{{1,2},{3,4}}',
  ],
]

test.for(sent)('%o is sent as %s, prepared and not', async ([value, type, text]) => {
  const values = [value] as never[]
  for (const prepare of [true, false]) {
    const [row] = await sql.unsafe<{ value: unknown; text: string }[]>(`select $1::${type} as value, $1::${type}::text as text`, values, {
      prepare,
    })
    if (text !== null) expect(row?.text).toBe(text)
    if (type.endsWith('text[]')) expect(row?.value).toEqual(value)
  }
})

test('a boolean is one without a cast, and an undefined value is refused', async () => {
  expect(await sql`select ${true} as yes, case when ${false} then 1 else 2 end as two`).toEqual([{ yes: true, two: 2 }])
  const missing: { value?: string } = {}
  await expect((async () => sql`select ${missing.value as string}`)()).rejects.toThrow('Undefined values are not allowed')
})

const kinds = pgTable('kinds', {
  long: bigint({ mode: 'number' }),
  number: integer(),
  exact: numeric(),
  yes: boolean(),
  day: date(),
  at: timestamp({ withTimezone: true, precision: 3 }),
  atText: timestamp('at_text', { withTimezone: true, mode: 'string' }),
  tags: text().array(),
  exacts: numeric().array(),
  json: jsonb().$type<{ a: unknown[] }>(),
})

test('the query builder stores and reads each type', async () => {
  await sql`create table kinds (long bigint, number integer, exact numeric, yes boolean, day date, at timestamptz(3), at_text timestamptz, tags text[], exacts numeric[], json jsonb)`
  const row = {
    long: 9_007_199_254_740_991,
    number: 12,
    exact: '1.50',
    yes: true,
    day: '2026-11-23',
    at: new Date('2026-11-23T15:39:24.123Z'),
    atText: '2026-11-23 15:39:24.123+00',
    tags: ['a', 'b, c', words],
    exacts: ['1.50', '2'],
    json: { a: [1, null, words] },
  }
  const nothing = Object.fromEntries(Object.keys(row).map((key) => [key, null])) as { [Key in keyof typeof row]: null }
  try {
    await db.insert(kinds).values([row, nothing])
    expect(await db.select().from(kinds).orderBy(kinds.number)).toEqual([row, nothing])
    const changed = await db
      .update(kinds)
      .set({ json: { a: [] }, tags: [] })
      .where(eq(kinds.number, row.number))
      .returning({ json: kinds.json, tags: kinds.tags })
    expect(changed).toEqual([{ json: { a: [] }, tags: [] }])
  } finally {
    await sql`drop table kinds`
  }
})
