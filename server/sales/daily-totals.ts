import { sql } from 'drizzle-orm'
import { stepsIn } from '#domain/sales-ranges.ts'
import { addDays, daysIn, type SalesRange, type TopOf } from '#domain/sales-rules.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { rolledUp, summed } from '#server/sales/revenue-shares.ts'

/** The sums of a range, one index for each id that had any; `places` are the indexes of the ids in a `Cache`. */
export type DailyTotals = { stamp: string; places: Int32Array; gross: Float64Array; units: Float64Array; orders: Float64Array }

/** Days whose sums are added, or subtracted. */
export type Part = SalesRange & { sign: 1 | -1 }

/**
 * Splits a range into the parts it is added up from: complete past years and months, and the days since `today`. Of a month that is cut,
 * the fewer days are summed up: those inside the range, or those outside it, which are subtracted from the month.
 */
export function totalsFor({ from, to }: SalesRange, today: string): Part[] {
  const yesterday = addDays(today, -1)
  const over = { from, to: to < today ? to : yesterday }
  const months = over.from <= over.to ? stepsIn(over, 'month') : []
  const years = Map.groupBy(months, (month) => month.from.slice(0, 4))
  const parts = [...years].flatMap(([year, within]) => {
    const whole = added({ from: `${year}-01-01`, to: `${year}-12-31` })
    return within[0]?.from === whole.from && within.at(-1)?.to === whole.to
      ? [whole]
      : within.flatMap((month) => fewerDays(month, yesterday))
  })
  return to >= today ? [...parts, added({ from: from > today ? from : today, to })] : parts
}

const added = (range: SalesRange): Part => ({ ...range, sign: 1 })

function fewerDays(part: SalesRange, yesterday: string): Part[] {
  const first = `${part.from.slice(0, 7)}-01`
  const end = stepsIn({ from: first, to: addDays(first, 31) }, 'month')[0]?.to ?? part.to
  const month = { from: first, to: end < yesterday ? end : yesterday }
  const others = [
    { from: month.from, to: addDays(part.from, -1) },
    { from: addDays(part.to, 1), to: month.to },
  ].filter(({ from, to }) => from <= to)
  const fewer = others.reduce((days, one) => days + daysIn(one), 0) < daysIn(part)
  return fewer ? [added(month), ...others.map((one): Part => ({ ...one, sign: -1 }))] : [added(part)]
}

/** Returns a stamp for each part, which changes when one of its days is rolled up again or all rollups are rebuilt. */
export async function stampsOf(tx: Tx, parts: readonly SalesRange[]): Promise<string[]> {
  const rows = await tx.execute<{ stamp: string }>(sql`
    select coalesce(sum(d.changes), 0) || ' ' || coalesce(max(d.changes), 0) as stamp
    from json_to_recordset(${JSON.stringify(parts.map((piece, at) => ({ ...piece, at })))}::json) as p ("from" date, "to" date, at integer)
      left join sales_days d on d.day between p."from" and p."to"
    group by p.at order by p.at`)
  return rows.map(({ stamp }) => stamp)
}

type Sums = { ids: string[]; gross: number[]; units: number[]; orders: number[] }

/** Sums up a part. `placeOf` returns the index of an id. */
export async function sumDailyTotals(
  tx: Tx,
  of: TopOf,
  range: SalesRange,
  stamp: string,
  placeOf: (id: string) => number,
): Promise<DailyTotals> {
  // Enough for all products of a month; with less, PostgreSQL sorts them on the disk.
  await tx.execute(sql`set local work_mem = '64MB'`)
  const [sums] = await tx.execute<Sums>(sql`
    select coalesce(json_agg(id), '[]') as ids, coalesce(json_agg(gross), '[]') as gross, coalesce(json_agg(units), '[]') as units,
      coalesce(json_agg(orders), '[]') as orders from (${summed(rolledUp(of, range))}) summed`)
  const { ids, gross, units, orders } = sums ?? { ids: [], gross: [], units: [], orders: [] }
  return {
    stamp,
    places: Int32Array.from(ids, placeOf),
    gross: Float64Array.from(gross),
    units: Float64Array.from(units),
    orders: Float64Array.from(orders),
  }
}
