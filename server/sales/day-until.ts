import { type SQL, sql } from 'drizzle-orm'
import { salesKinds } from '#domain/sales-rules.ts'
import type { App } from '#server/platform/app.ts'
import { within } from '#server/platform/database/days.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { addSums, noSums, type Sums } from '#server/sales/day-figures.ts'
import { isOfShare, type ShareOf } from '#server/sales/read-days.ts'
import { daySums } from '#server/sales/roll-up.ts'
import { cacheLatest } from '#server/sales/top-sellers-cache.ts'

/** The sums of a day until each time of day (in ms) that has ledger entries. */
type DayCourse = { times: number[]; sums: Sums[] }

type From = Pick<App, 'db' | 'sql' | 'config' | 'feed'>

/**
 * Returns the sums of a day, or of a share of it, until the time of day of `at`. Rollups know days only, so they come from the ledger: those
 * of a share at once, those of all sales from the course of that day, which each node caches until the day has other entries.
 */
export async function sumsUntil(app: From, day: string, at: string, share?: ShareOf): Promise<Sums> {
  const { timeZone } = app.config
  if (share) {
    const isBefore = sql`${timeOfDay(sql`at`, sql`${timeZone}`)} <= ${timeOfDay(sql`${at}::timestamptz`, sql`${timeZone}`)}`
    return (await readCourse(app, day, sql`${isOfShare(share)} and ${isBefore}`)).sums.at(-1) ?? noSums()
  }
  const [now] = await asking(app.sql, { day, at, timeZone })
  if (!now) throw new Error('The database did not say what time of day it is.')
  const { times, sums } = await courseOf(app, day, now.stamp)
  return sums[times.findLastIndex((time) => time <= now.time)] ?? noSums()
}

/** Milliseconds on the clock of the marketplace. */
const timeOfDay = (moment: SQL, timeZone: SQL) => sql`(extract(epoch from (${moment} at time zone ${timeZone})::time) * 1000)::integer`

const given = (name: 'day' | 'at' | 'timeZone') => sql`${sql.placeholder(name)}`
/** A new entry waits first, and each rollup of its day increases `changes`. So the stamp differs whenever the day has other entries. */
const asking = preparedStatement<{ time: number; stamp: string }>(sql`
  select ${timeOfDay(sql`${given('at')}::timestamptz`, given('timeZone'))} as time,
    coalesce((select changes from sales_days where day = ${given('day')}::date), 0) || ' ' ||
    (select count(*) from sales_waiting where (at at time zone ${given('timeZone')})::date = ${given('day')}::date) as stamp`)

/** Each kind is named, so that the indexes by kind and time serve it. */
async function readCourse(app: From, day: string, which: SQL): Promise<DayCourse> {
  const kinds = sql.raw(salesKinds.map((kind) => `'${kind}'`).join(', '))
  const rows = await app.db.execute<Sums & { time: number }>(sql`
    select time, ${daySums} from (
      select *, ${timeOfDay(sql`at`, sql`${app.config.timeZone}`)} as time from sales_entries
      where kind in (${kinds}) and ${within(app, sql`at`, { from: day, to: day })} and ${which}
    ) entries group by time order by time`)
  const sum = noSums()
  const sums = rows.map((row) => ({ ...addSums(sum, row) }))
  return { times: rows.map(({ time }) => time), sums }
}

type Courses = Map<string, { stamp: string; course: Promise<DayCourse> }>
/** By the `feed` of the app they belong to. */
const coursesOf = new WeakMap<object, Courses>()

/** Read after the stamp, a course may have entries that are newer than it, never fewer; the next stamp then differs. */
function courseOf(app: From, day: string, stamp: string): Promise<DayCourse> {
  const courses: Courses = coursesOf.get(app.feed) ?? new Map()
  coursesOf.set(app.feed, courses)
  const key = `${day} ${app.config.timeZone}`
  const cached = courses.get(key)
  const course = cached?.stamp === stamp ? cached.course : readCourse(app, day, sql`true`)
  cacheLatest(courses, key, { stamp, course }, limits.sales.cachedDaysMax)
  course.catch(() => courses.get(key)?.course === course && courses.delete(key))
  return course
}
