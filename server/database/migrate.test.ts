import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, it } from 'vitest'
import { connect } from './database.ts'
import { migrateUnderLock } from './migrate.ts'

it('brings an empty database up to date once, when three nodes start at the same time', async () => {
  const server = inject('database')
  const database = `migrated_${randomBytes(6).toString('hex')}`
  const outside = connect(server, 1)
  await outside.sql.unsafe(`create database ${database}`)

  const order: string[] = []
  const node = (name: string) =>
    migrateUnderLock({ ...server, database }, async () => {
      order.push(`${name} begins`)
      await new Promise(setImmediate)
      order.push(`${name} ends`)
      return name
    })
  expect(await Promise.all(['a', 'b', 'c'].map(node))).toEqual(['a', 'b', 'c'])

  // One after the other: each begins only when the one before has ended.
  const names = order.filter((line) => line.endsWith('begins')).map((line) => line.charAt(0))
  expect(order).toEqual(names.flatMap((name) => [`${name} begins`, `${name} ends`]))

  const { sql, close } = connect({ ...server, database }, 1)
  const files = readdirSync(join(import.meta.dirname, 'migrations')).filter((name) => name.endsWith('.sql'))
  expect(await sql`select hash from drizzle.__drizzle_migrations`).toHaveLength(files.length)
  expect(await sql`select position from feed_head`).toEqual([{ position: 0 }])
  await close()
  await outside.sql.unsafe(`drop database ${database}`)
  await outside.close()
})
