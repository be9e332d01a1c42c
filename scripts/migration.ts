import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'

/**
 * `npm run migration -- --name <what-changed>` writes the next migration from the tables; `--custom` makes an empty one, for functions and triggers.
 * drizzle-kit compares with the newest snapshot only, so the others are deleted, and it is stored in one line: with 6,700 lines each they would bury
 * every change.
 */
const { status } = spawnSync('drizzle-kit', ['generate', ...process.argv.slice(2)], { stdio: 'inherit' })
if (status !== 0) process.exit(status ?? 1)
console.log('Read the SQL. Then commit all that changed in server/platform/database/migrations.')
const folder = 'server/platform/database/migrations/meta'
const snapshots = readdirSync(folder).filter((name) => name.endsWith('_snapshot.json'))
const newest = `${folder}/${snapshots.sort().at(-1)}`
const content = JSON.parse(readFileSync(newest, 'utf8'))
for (const name of snapshots) rmSync(`${folder}/${name}`)
writeFileSync(newest, `${JSON.stringify(content)}\n`)
