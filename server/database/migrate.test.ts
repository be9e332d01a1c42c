import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished, vi } from 'vitest'
import { StartError } from '#server/start-error.ts'
import { testServer } from '#server/testing/worker.ts'
import { connect } from './database.ts'
import { migrateUnderLock } from './migrate.ts'

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

  const files = readdirSync(join(import.meta.dirname, 'migrations')).filter((name) => name.endsWith('.sql'))
  expect(await sql`select hash from drizzle.__drizzle_migrations`).toHaveLength(files.length)
  expect(await sql`select position from feed_head`).toEqual([{ position: 0 }])
})

it('refuses to start a version that is older than its database, and changes nothing', async () => {
  const { address, sql } = await freshDatabase()
  await migrateUnderLock(address, async () => {})
  const applied = () => sql`select hash from drizzle.__drizzle_migrations order by id`
  const known = await applied()
  const [row] = await sql`
    insert into drizzle.__drizzle_migrations (hash, created_at)
    select 'of a newer version', max(created_at) + 1 from drizzle.__drizzle_migrations returning created_at`
  const firstThings = vi.fn(async () => {})
  const start = () => migrateUnderLock(address, firstThings)
  await expect(start()).rejects.toBeInstanceOf(StartError)
  await expect(start()).rejects.toThrow(/A newer version of Backstall has changed this database.*unknown migrations: 1\)/)
  expect(firstThings).not.toHaveBeenCalled()
  expect(await applied()).toHaveLength(known.length + 1)
  await sql`delete from drizzle.__drizzle_migrations where created_at = ${row?.created_at}`
  await start()
  expect(firstThings).toHaveBeenCalledOnce()
})
