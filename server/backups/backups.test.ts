import { createHash, randomUUID } from 'node:crypto'
import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, extname, join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { rescueDatabase } from '#server/app/rescue/rescue-database.ts'
import { inFiles, listFile, makeBackup } from '#server/backups/make-backup.ts'
import { lostOf, type Manifest, manifestFile, readManifest, verifiedFile } from '#server/backups/manifest.ts'
import { restoreBackup } from '#server/backups/restore-backup.ts'
import { fillFrom } from '#server/backups/restored-database.ts'
import { sumsFile } from '#server/backups/sums.ts'
import { pathOfTable } from '#server/backups/tables.ts'
import { assertFilesOf, verifyBackup, writeChecked } from '#server/backups/verify-backup.ts'
import { sweep } from '#server/files/sweep.ts'
import { storedPaths } from '#server/images/image-paths.ts'
import { readConfig } from '#server/platform/config.ts'
import { openDataFolder, restoringFolder } from '#server/platform/data-folder.ts'
import { assertSecret } from '#server/platform/database/assert-secret.ts'
import { isBackupRunning } from '#server/platform/database/backup-lock.ts'
import { openCopyClient } from '#server/platform/database/copy-client.ts'
import { connect } from '#server/platform/database/database.ts'
import { knownMigrations, migrateUnderLock } from '#server/platform/database/migrate.ts'
import { hostsOf } from '#server/platform/database-address.ts'
import { positionText } from '#server/platform/events/position.ts'
import { openStorage } from '#server/platform/files/open-storage.ts'
import { aboutOf, type Storage } from '#server/platform/files/storage.ts'
import { approvedProduct, chair, isStored, pendingProduct } from '#server/testing/listing.ts'
import { listenTo } from '#server/testing/live-stream.ts'
import { freshFolder, start } from '#server/testing/process.ts'
import { openS3Server } from '#server/testing/s3-server.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { templateName } from '#server/testing/test-database.ts'
import { cookieOf } from '#server/testing/test-server.ts'
import { testFolder, testServer } from '#server/testing/worker.ts'

const testApp = await openTestApp()
const { app, seller, admin, caller } = testApp
const source = { config: app.config, database: app.sql.options, storage: app.storage }
const backUp = (into = testFolder(), storage: Storage = app.storage) => makeBackup({ ...source, storage }, into)
const product = await approvedProduct(testApp, { pictures: 2 })
const [path = '', otherPath = ''] = product.images.map((image) => image.path)
const hidden = (await pendingProduct(testApp)).images[0]?.path ?? ''
const whole = await backUp()
/** All that `verifyBackup` does, but in a database of the PostgreSQL of the tests: another one takes seconds to start. */
async function verifyHere(folder: string): Promise<void> {
  const manifest = await readManifest(folder)
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  const server = connect(testServer(), 1)
  await server.sql.unsafe(`create database ${name} template ${templateName} strategy file_copy`)
  const client = await openCopyClient(hostsOf({ ...testServer(), database: name }))
  try {
    const checked = join(testFolder(), 'checked')
    await writeChecked(checked, folder, manifest)
    await fillFrom(client, folder, manifest)
    await assertFilesOf(client, checked, folder, manifest)
  } finally {
    await client.end()
    await server.sql.unsafe(`drop database ${name}`)
    await server.close()
  }
}
const copied = () => {
  const folder = join(testFolder(), 'copied')
  cpSync(whole.folder, folder, { recursive: true })
  return folder
}
const change = (folder: string, name: string, by: (content: Buffer) => Buffer) => {
  const place = join(folder, name)
  writeFileSync(place, by(readFileSync(place)))
}
const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex')
const flipped = (content: Buffer) => Buffer.from(content.map((byte, at) => (at === content.length - 3 ? byte ^ 1 : byte)))
/** As an attacker, or a fault while it was made, would leave it: all sums are right. */
const sealed = (folder: string, about: (manifest: Manifest) => Partial<Manifest> = () => ({})) => {
  const lines = readFileSync(join(folder, sumsFile), 'utf8').trimEnd().split('\n')
  const present = lines.flatMap((line) => {
    const name = line.slice(66)
    return statSync(join(folder, name), { throwIfNoEntry: false }) ? [`${sha256(readFileSync(join(folder, name)))}  ${name}\n`] : []
  })
  writeFileSync(join(folder, sumsFile), present.join(''))
  const manifest: Manifest = JSON.parse(readFileSync(join(folder, manifestFile), 'utf8'))
  const sums = sha256(readFileSync(join(folder, sumsFile)))
  writeFileSync(join(folder, manifestFile), JSON.stringify({ ...manifest, ...about(manifest), sums }))
}
/** A folder in place of the file, because the tests may run as root, who can read every file. */
const withUnreadableSecret = (folder = testFolder()) => {
  mkdirSync(join(folder, 'session-secret'))
  return folder
}
const target = (dataDir = freshFolder()) => ({
  ...readConfig({ DATA_DIR: dataDir, SESSION_SECRET: app.config.sessionSecret }),
  sessionSecret: app.config.sessionSecret as string | null,
})

describe('a backup', () => {
  test('is readable for its owner alone, and lists its files as sha256sum does', () => {
    const names = readdirSync(whole.folder, { recursive: true, encoding: 'utf8' })
    for (const name of [...names, '.']) {
      const about = statSync(join(whole.folder, name))
      expect([name, about.mode & 0o777]).toEqual([name, about.isDirectory() ? 0o700 : 0o600])
    }
    const listed = readFileSync(join(whole.folder, sumsFile), 'utf8').trimEnd().split('\n')
    const files = names.filter((name) => statSync(join(whole.folder, name)).isFile())
    expect(listed.map((line) => line.slice(66)).sort()).toEqual(files.filter((name) => ![sumsFile, manifestFile].includes(name)).sort())
    for (const table of ['sessions', 'account_tokens', 'verifications']) expect(names).not.toContain(pathOfTable(table))
  })

  test('is found whole, and the next one links the files that have not changed', async () => {
    await verifyHere(whole.folder)
    expect(whole.files.count).toBe(3 * storedPaths(path).length)
    const into = join(whole.folder, '..')
    const damaged = join(whole.folder, inFiles(otherPath))
    const content = readFileSync(damaged)
    writeFileSync(damaged, flipped(content))
    await expect.poll(() => new Date().toISOString().slice(0, 19) > whole.at.slice(0, 19)).toBe(true)
    const next = await backUp(into)
    expect(statSync(join(next.folder, inFiles(path))).ino).toBe(statSync(join(whole.folder, inFiles(path))).ino)
    expect(readFileSync(join(next.folder, inFiles(otherPath)))).toEqual(content)
    writeFileSync(damaged, content)
    rmSync(next.folder, { recursive: true })
  })

  test('contains the files of a product that is deleted while it is made; the sweep removes them afterwards', async () => {
    const doomed = await pendingProduct(testApp, { fields: { title: 'Doomed' }, pictures: 3 })
    const paths = doomed.images.flatMap((image) => storedPaths(image.path))
    const remove = async () => {
      await caller(seller).products.delete({ id: doomed.id })
      await sweep(app, new Date())
    }
    let removed: Promise<void> | undefined
    // No file is read before the product and its files are gone.
    const get: Storage['get'] = async (at) => {
      removed ??= remove()
      await removed
      return app.storage.get(at)
    }
    const { folder, lost } = await backUp(testFolder(), { ...app.storage, get })
    expect(lost).toBe(0)
    expect(await app.sql`select 1 from products where id = ${doomed.id}`).toEqual([])
    for (const each of paths) expect(statSync(join(folder, inFiles(each))).size).toBeGreaterThan(0)
    await sweep(app, new Date())
    for (const each of paths) expect([each, await isStored(testApp, each)]).toEqual([each, false])
  })

  test('that breaks off leaves nothing that looks like one, nor does a killed one, and the next one clears up', async () => {
    const into = testFolder()
    const get: Storage['get'] = () => Promise.reject(new Error('The disk is gone.'))
    await expect(backUp(into, { ...app.storage, get })).rejects.toThrow('The disk is gone.')
    expect(readdirSync(into)).toEqual([])
    const killed = join(into, `backstall-2026-01-01T00-00-00Z.partial-${Buffer.from(whole.installation).toString('base64url')}`)
    mkdirSync(killed)
    await expect(verifyBackup(killed)).rejects.toThrow(/is not a whole backup: it has no backup\.json/)
    const { folder } = await backUp(into)
    expect(readdirSync(into)).toEqual([folder.slice(into.length + 1)])
  })

  test('is not made while another one is', async () => {
    const get: Storage['get'] = async (at) => {
      await expect(backUp()).rejects.toThrow('Another backup is being made already.')
      return app.storage.get(at)
    }
    await backUp(testFolder(), { ...app.storage, get })
  })

  test('is made while a file is about to be removed', async () => {
    await app.db.transaction(async (tx) => {
      expect(await isBackupRunning(tx)).toBe(false)
      await backUp()
    })
    const get: Storage['get'] = async (at) => {
      expect(await isBackupRunning(app.db)).toBe(true)
      return app.storage.get(at)
    }
    await backUp(testFolder(), { ...app.storage, get })
  })

  test('is refused with another session secret than the database is used with, or none: no restore would accept it', async () => {
    await assertSecret(app.db, app.config.sessionSecret)
    const withSecret = (sessionSecret: string | null, dataDir = testFolder()) =>
      makeBackup({ ...source, config: { ...app.config, dataDir, sessionSecret } as typeof app.config }, testFolder())
    await expect(withSecret(null)).rejects.toThrow(/^SESSION_SECRET is missing\. Set the one that the server has/)
    await expect(withSecret('another secret of at least 32 characters')).rejects.toThrow(/^SESSION_SECRET is not the one/)
    const stale = testFolder()
    writeFileSync(join(stale, 'session-secret'), 'a stale secret of at least 32 characters\n')
    await expect(withSecret(null, stale)).rejects.toThrow(/^SESSION_SECRET is not the one/)
    const { folder } = await withSecret(app.config.sessionSecret, stale)
    expect(readdirSync(folder)).not.toContain('session-secret')
  })

  test('takes a secret in the data folder that cannot be read for none, and needs it only without SESSION_SECRET', async () => {
    await assertSecret(app.db, app.config.sessionSecret)
    const dataDir = withUnreadableSecret()
    const withSecret = (sessionSecret: string | null) =>
      makeBackup({ ...source, config: { ...app.config, dataDir, sessionSecret } as typeof app.config }, testFolder())
    await expect(withSecret(null)).rejects.toThrow(/^SESSION_SECRET is missing/)
    expect(readdirSync((await withSecret(app.config.sessionSecret)).folder)).not.toContain('session-secret')
  })

  test('whose folder is removed while it is made is not called whole', async () => {
    const into = testFolder()
    const get: Storage['get'] = async (at) => {
      for (const name of readdirSync(into)) rmSync(join(into, name), { recursive: true })
      return app.storage.get(at)
    }
    await expect(backUp(into, { ...app.storage, get })).rejects.toThrow(/^The backup was removed while it was made/)
    expect(readdirSync(into)).toEqual([])
  })

  test('names files that the store has lost or damaged, and has all others', async () => {
    const { folder: store } = app.config.storage as { folder: string }
    const content = readFileSync(join(store, otherPath))
    writeFileSync(join(store, otherPath), flipped(content))
    const { folder, lost } = await backUp()
    writeFileSync(join(store, otherPath), content)
    expect([lost, await lostOf(folder)]).toEqual([1, [otherPath]])
    await verifyHere(folder)
    expect(readdirSync(join(folder, inFiles(path), '..')).some((name) => otherPath.endsWith(name))).toBe(false)
  })
})

test('a backup of an older version is restored and brought up to date', async () => {
  // The last one without saved views.
  const older = knownMigrations()[9]?.folderMillis ?? 0
  const name = `older_${randomUUID().replaceAll('-', '')}`
  const server = connect(testServer(), 1)
  await server.sql.unsafe(`create database ${name} template template0`)
  const address = { ...testServer(), database: name }
  const { sql, close } = connect(address, 1)
  await migrateUnderLock(address, async () => {}, older)
  await sql`insert into installation (epoch, currency, time_zone) values ('x', 'EUR', 'UTC')`
  await sql`insert into users (id, name, email) values ('olga', 'Olga', 'olga@example.com')`
  await close()
  const made = await makeBackup({ ...source, database: hostsOf(address) }, testFolder())
  await server.sql.unsafe(`drop database ${name}`)
  await server.close()
  expect(Math.max(...made.migrations)).toBe(older)
  expect(made.tables.map((each) => each.name)).not.toContain('saved_views')
  expect(await verifyBackup(made.folder)).toMatch(/ is whole: \d+ tables with \d+ rows and 0 files .* restored and compared\.$/)
  expect(JSON.parse(readFileSync(join(made.folder, verifiedFile), 'utf8'))).toEqual({ at: expect.any(String), ok: true })
})

describe('a damaged backup is refused, with the name of what is wrong', () => {
  const table = pathOfTable('products')
  const fewer = (content: Buffer) => gzipSync(gunzipSync(content).toString().split('\n').slice(1).join('\n'))
  const retitled = (content: Buffer) => gzipSync(gunzipSync(content).toString().replace('Oak chair', 'Oak chain'))
  test.each<[string, (folder: string) => void, RegExp]>([
    ['one without its manifest', (folder) => rmSync(join(folder, manifestFile)), /not a whole backup: it has no backup\.json/],
    ['half a manifest', (folder) => change(folder, manifestFile, (content) => content.subarray(0, 100)), /damaged: backup\.json/],
    ['a changed byte of a table', (folder) => change(folder, table, flipped), /damaged: database\/products\.copy\.gz has another content/],
    ['a missing table', (folder) => rmSync(join(folder, table)), /damaged: database\/products\.copy\.gz is missing/],
    ['a changed byte of a picture', (folder) => change(folder, inFiles(path), flipped), new RegExp(`damaged: files/${path} has another`)],
    ['a missing picture', (folder) => rmSync(join(folder, inFiles(path))), new RegExp(`damaged: files/${path} is missing`)],
    ['a picture cut short', (folder) => change(folder, inFiles(path), (content) => content.subarray(0, 9)), /has another content/],
    ['a line added to the sums', (folder) => appendFileSync(join(folder, sumsFile), 'x\n'), /damaged: SHA256SUMS has another/],
    ['one of a newer format', (folder) => sealed(folder, () => ({ format: 2 })), /newer version of Backstall/],
    ['one of a newer version', (folder) => sealed(folder, () => ({ migrations: [1, 9e15], version: '9.0.0' })), /newer version .*9\.0\.0/],
  ])('%s', async (_, damage, sentence) => {
    const folder = copied()
    damage(folder)
    await expect(verifyBackup(folder)).rejects.toThrow(sentence)
  })

  test.each<[string, (folder: string) => void, RegExp]>([
    [
      'a table with a row less, sealed again',
      (folder) => {
        change(folder, table, fewer)
        sealed(folder)
      },
      /products has 1 rows, and had 2/,
    ],
    [
      'a table with other words, sealed again',
      (folder) => {
        change(folder, table, retitled)
        sealed(folder)
      },
      /products has 2 rows with another content/,
    ],
    [
      'a table that is no table, sealed again',
      (folder) => {
        change(folder, table, () => gzipSync('x\n'))
        sealed(folder)
      },
      /cannot be restored: products: missing data/,
    ],
    [
      'a table that its manifest does not name, sealed again',
      (folder) => sealed(folder, ({ tables }) => ({ tables: tables.filter(({ name }) => name !== 'products') })),
      /backup\.json does not name products of the database/,
    ],
    [
      'a picture left out, sealed again',
      (folder) => {
        rmSync(join(folder, inFiles(path)))
        sealed(folder)
      },
      new RegExp(`files/${path} is named by its database and missing`),
    ],
    [
      'a picture exchanged for another of its length, sealed again',
      (folder) => {
        change(folder, inFiles(path), flipped)
        sealed(folder)
      },
      new RegExp(`files/${path} has another length or SHA-256 than its database says`),
    ],
  ])('%s', async (_, damage, sentence) => {
    const folder = copied()
    damage(folder)
    await expect(verifyHere(folder)).rejects.toThrow(sentence)
  })

  test('the page Health can tell afterwards', async () => {
    const folder = copied()
    change(folder, table, flipped)
    await expect(verifyBackup(folder)).rejects.toThrow()
    expect(JSON.parse(readFileSync(join(folder, verifiedFile), 'utf8'))).toEqual({ at: expect.any(String), ok: false })
  })

  test('a restore refuses it, too, before it writes anything', async () => {
    const folder = copied()
    change(folder, inFiles(path), flipped)
    const { dataDir, ...config } = target()
    await expect(restoreBackup({ ...config, dataDir }, folder)).rejects.toThrow(`files/${path} has another content`)
    expect(statSync(dataDir, { throwIfNoEntry: false })).toBeUndefined()
  })
})

describe('a restore refuses', () => {
  test('a data folder that is not empty, and changes nothing in it', async () => {
    const dataDir = testFolder()
    writeFileSync(join(dataDir, 'mine'), 'precious')
    await expect(restoreBackup(target(dataDir), whole.folder)).rejects.toThrow(/is not empty\. .*nothing is overwritten/)
    expect(readdirSync(dataDir)).toEqual(['mine'])
  })

  test('to be half done: Backstall does not start on what one left that broke off', () => {
    const dataDir = testFolder()
    mkdirSync(join(dataDir, restoringFolder))
    expect(() => openDataFolder(dataDir)).toThrow(/^A restore broke off in /)
  })

  test('a store that lacks the files which stayed in a bucket', async () => {
    const bucket = { kind: 's3' as const, bucket: 'shop', endpoint: null, region: 'us-east-1' }
    const get: Storage['get'] = () => Promise.reject(new Error('Files of a bucket are not read.'))
    const made = await makeBackup({ ...source, config: { ...app.config, storage: bucket }, storage: { ...app.storage, get } }, testFolder())
    expect([made.bucket, made.files.count, made.lost]).toEqual(['shop', whole.files.count, 0])
    expect(readdirSync(made.folder)).not.toContain('files')
    expect(readFileSync(join(made.folder, listFile), 'utf8')).toContain(path)
    await verifyHere(made.folder)
    await expect(restoreBackup(target(), made.folder)).rejects.toThrow('The files of this backup are in the bucket shop. Set STORAGE_URL')
    const store = await openS3Server()
    const empty = { kind: 's3' as const, bucket: 'files', endpoint: store.url, region: 'us-east-1' }
    await expect(restoreBackup({ ...target(), storage: empty }, made.folder)).rejects.toThrow(
      /are in the bucket shop, and files \(STORAGE_URL\) lacks /,
    )
  })

  test('another session secret, or none that can be read', async () => {
    await expect(restoreBackup({ ...target(), sessionSecret: 'another secret of at least 32 characters' }, whole.folder)).rejects.toThrow(
      'SESSION_SECRET is another one',
    )
    for (const folder of [whole.folder, withUnreadableSecret(copied())])
      await expect(restoreBackup({ ...target(), sessionSecret: null }, folder)).rejects.toThrow('SESSION_SECRET is missing')
  })

  test('a store that has other files, and keeps those it has', async () => {
    const folder = testFolder()
    const store = await openStorage({ kind: 'file', folder })
    const mine = Buffer.from('mine')
    await store.put(path, mine, aboutOf(mine, 'image/png'))
    const config = { ...target(), storage: { kind: 'file' as const, folder } }
    await expect(restoreBackup(config, whole.folder)).rejects.toThrow(`has ${path} already, with another content. Nothing is overwritten`)
    expect(readFileSync(join(folder, path))).toEqual(mine)
    expect(readdirSync(config.dataDir)).toEqual([])
  })

  test('a data folder that is filled while it reads the backup', async () => {
    const { dataDir, ...config } = target()
    const restoring = restoreBackup({ ...config, dataDir }, whole.folder)
    restoring.catch(() => {})
    await expect.poll(() => statSync(join(dataDir, restoringFolder), { throwIfNoEntry: false }) !== undefined).toBe(true)
    writeFileSync(join(dataDir, 'session-secret'), 'mine')
    await expect(restoring).rejects.toThrow(/is not empty\. .*nothing is overwritten/)
    expect(readdirSync(dataDir)).toEqual(['session-secret'])
  })

  test('a folder that does not exist', async () => {
    await expect(restoreBackup(target(), '/no/such/backup')).rejects.toThrow('There is no folder /no/such/backup.')
  })
})

test('a backup made while people write is restored, started and complete; browsers start afresh and people sign in again', async () => {
  const acknowledged: { id: string; title: string }[] = []
  const sent = new Set<string>()
  let isOver = false
  const write = async (writer: number) => {
    for (let at = 0; !isOver; at++) {
      const title = `Written ${writer} ${at}`
      sent.add(title)
      const { id } = await caller(seller).products.create({ ...chair({ title }), draft: true })
      acknowledged.push({ id, title })
    }
  }
  const writers = [write(1), write(2), write(3)]
  await expect.poll(() => acknowledged.length).toBeGreaterThan(20)
  const before = [...acknowledged]
  await caller(admin).settings.edit({ change: { backupEvery: 'daily', backupFolder: testFolder() } })
  // As every start does.
  await assertSecret(app.db, app.config.sessionSecret)
  const made = await backUp()
  isOver = true
  await Promise.all(writers)
  expect(acknowledged.length).toBeGreaterThan(before.length)
  const [head] = await app.sql<{ position: number }[]>`select position from feed_head`
  const formerPosition = positionText(app.config.epoch, head?.position ?? 0)

  const { dataDir, ...config } = target()
  expect(await restoreBackup({ ...config, dataDir }, made.folder)).toMatch(
    /^Restored into .* All people sign in again\.\nIts schedule of backups is off/,
  )
  const restored = start({ dataDir, env: { SESSION_SECRET: app.config.sessionSecret } })
  const address = await restored.ready()
  const { sql, close } = connect((await rescueDatabase(readConfig({ DATA_DIR: dataDir }))).address, 1)
  const found = await sql<{ id: string; title: string; event: string | null }[]>`
    select p.id, p.title, e.kind as event from products p left join events e on e.item_id = p.id where p.title like 'Written %'`
  const titles = new Map(found.map(({ id, title }) => [id, title]))
  for (const { id, title } of before) expect([id, titles.get(id)]).toEqual([id, title])
  for (const { title, event } of found) expect([sent.has(title), event]).toEqual([true, 'product.create'])
  expect(new Set(found.map(({ id }) => id)).size).toBe(found.length)
  expect(await sql`select key from settings where key like 'backup%'`).toEqual([{ key: 'backupFolder' }])
  await expect(sql`delete from events`).rejects.toThrow(/append-only/i)

  const headers = { cookie: cookieOf(app, admin) }
  expect((await fetch(`${address}/files/${hidden}`, { headers })).status).toBe(404)
  await sql`insert into sessions (id, token, user_id, expires_at) values (${admin.sessionId}, ${admin.sessionToken}, ${admin.id}, now() + interval '1 day')`
  const picture = await fetch(`${address}/files/${hidden}`, { headers })
  const { stream } = await app.storage.get(hidden)
  expect(Buffer.from(await picture.arrayBuffer())).toEqual(Buffer.concat(await stream.toArray()))
  const live = await listenTo(address, headers, formerPosition)
  await expect.poll(() => live.frames.map(({ event }) => event)).toContain('reset')
  live.hangUp()
  const next = await sql<{ id: number }[]>`insert into events (kind, item_id) values ('product.create', 'x') returning id`
  const [newest] = await sql<{ id: number }[]>`select max(id) as id from events where item_id <> 'x'`
  expect(next[0]?.id).toBeGreaterThan(newest?.id ?? 0)
  await close()
  await expect(restoreBackup({ ...config, dataDir }, made.folder)).rejects.toThrow(/runs on .* Stop it/)
  expect(readFileSync(join(made.folder, listFile), 'utf8')).toContain(path)
})

test('an operator who outgrows the embedded database restores into one of their own, if that is empty', async () => {
  const { path: socket, username, password } = testServer()
  const name = `moved_${randomUUID().replaceAll('-', '')}`
  const databaseUrl = `postgres://${username}:${password}@${encodeURIComponent(dirname(socket))}:${extname(socket).slice(1)}/${name}`
  const server = connect(testServer(), 1)
  await server.sql.unsafe(`create database ${name} template template0`)
  const { dataDir, ...config } = target()
  const storage = { kind: 'file' as const, folder: testFolder() }
  const move = () => restoreBackup({ ...config, dataDir, databaseUrl, storage }, whole.folder)
  expect(await move()).toMatch(/^Restored into the database of DATABASE_URL: /)
  const moved = connect(databaseUrl, 1)
  const products = (sql: typeof moved.sql) => sql`select * from products where id = ${product.id}`
  expect(await products(moved.sql)).toEqual(await products(app.sql))
  await expect(moved.sql`delete from events`).rejects.toThrow(/append-only/i)
  expect(await moved.sql`select 1 from sessions`).toEqual([])
  const { stream } = await (await openStorage(storage)).get(path)
  const original = await app.storage.get(path)
  expect(Buffer.concat(await stream.toArray())).toEqual(Buffer.concat(await original.stream.toArray()))
  expect(existsSync(join(dataDir, 'database'))).toBe(false)
  await expect(move()).rejects.toThrow(/^The database of DATABASE_URL has a table .* already\. Nothing is overwritten/)
  await moved.close()
  await server.sql.unsafe(`drop database ${name}`)
  await server.sql.unsafe(`create role plain_${name} login password 'plain' createdb`)
  await server.sql.unsafe(`create database ${name} template template0 owner plain_${name}`)
  const plain = databaseUrl.replace(`${username}:${password}`, `plain_${name}:plain`)
  await expect(restoreBackup({ ...config, dataDir, databaseUrl: plain, storage }, whole.folder)).rejects.toThrow(
    /may not load tables without their triggers.*GRANT SET ON PARAMETER/,
  )
  await server.sql.unsafe(`drop database ${name}`)
  await server.sql.unsafe(`drop role plain_${name}`)
  await server.close()
})
