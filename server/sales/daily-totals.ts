import { sql } from 'drizzle-orm'
import { addDays, daysIn, type SalesRange, stepsIn, type TopOf } from '#domain/sales-rules.ts'
import type { Tx } from '#server/platform/database/database.ts'
import { rolledUp, summed } from '#server/sales/revenue-shares.ts'

/** The sums of a range, one place for each that had any; `places` are those of the names in a `Memory`. */
export type DailyTotals = { stamp: string; places: Int32Array; gross: Float64Array; units: Float64Array; orders: Float64Array }

/** Days whose sums are added, or taken away again. */
export type Part = SalesRange & { sign: 1 | -1 }

/**
 * A range in the pieces that it is added up from: whole years and months that are over, and the days since `today`. Of a month that is cut those days are
 * summed up that are fewer: the ones that are in the range, or the ones that are not, which are taken away from the month.
 */
export function totalsFor({ from, to }: SalesRange, today: string): Part[] {
  const yesterday = addDays(today, -1)
  const over = { from, to: to < today ? to : yesterday }
  const months = over.from <= over.to ? stepsIn(over, 'month') : []
  const years = Map.groupBy(months, (month) => month.from.slice(0, 4))
  const pieces = [...years].flatMap(([year, within]) => {
    const whole = added({ from: `${year}-01-01`, to: `${year}-12-31` })
    return within[0]?.from === whole.from && within.at(-1)?.to === whole.to
      ? [whole]
      : within.flatMap((month) => fewerDays(month, yesterday))
  })
  return to >= today ? [...pieces, added({ from: from > today ? from : today, to })] : pieces
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

/** What each piece stands at: another text as soon as one of its days was rolled up again, or all were made anew. */
export async function stampsOf(tx: Tx, pieces: readonly SalesRange[]): Promise<string[]> {
  const rows = await tx.execute<{ stamp: string }>(sql`
    select coalesce(sum(d.changes), 0) || ' ' || coalesce(max(d.changes), 0) as stamp
    from json_to_recordset(${JSON.stringify(pieces.map((piece, at) => ({ ...piece, at })))}::json) as p ("from" date, "to" date, at integer)
      left join sales_days d on d.day between p."from" and p."to"
    group by p.at order by p.at`)
  return rows.map(({ stamp }) => stamp)
}

type Sums = { ids: string[]; gross: number[]; units: number[]; orders: number[] }

/** Sums up a piece. `placeOf` says where a name stands. */
export async function sumDailyTotals(
  tx: Tx,
  of: TopOf,
  range: SalesRange,
  stamp: string,
  placeOf: (id: string) => number,
): Promise<DailyTotals> {
  // Enough for all products of a month, which would be written to the disk and read again otherwise.
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
