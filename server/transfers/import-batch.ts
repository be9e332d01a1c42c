import { hash } from 'node:crypto'
import { getTableColumns, getTableName } from 'drizzle-orm'
import { Id } from '#domain/text.ts'
import type { Collection, Finding, TransferCounts } from '#domain/transfer.ts'
import { isBuyerId } from '#domain/widget.ts'
import { quoted } from '#server/platform/database/copy-client.ts'
import { codeOf, wasRolledBack } from '#server/platform/database/outages.ts'
import { logFault } from '#server/platform/http/errors.ts'
import { limits } from '#server/platform/limits/limits.ts'
import type { Item, Kind, Reference } from '#server/transfers/kind.ts'
import { isObject, parseRecord } from '#server/transfers/parse-record.ts'
import { type Problem, problem } from '#server/transfers/problem.ts'
import type { Read } from '#server/transfers/read-records.ts'
import { count, countsOf, findingOf, listed, type Outcome, type Referred, type Transfer } from '#server/transfers/transfer.ts'

/** A record as it was read, or why it cannot be imported. */
type Parsed<Of extends Collection, More> = Item<Of, More> | { line: number; id: string | null; problems: Problem[] }
type Decided = { findings: Finding[]; outcomes: Outcome[]; inner: Partial<TransferCounts> }

/** The codes of errors about the values of a statement: a value out of range, or one that a rule of the tables refuses. */
const aboutValues = /^2[23]/

/** Imports some records, in one transaction, which is repeated once after a conflict; if the database refuses their values, each on its own. Reports and counts them. */
export async function importBatch<Of extends Collection, More>(
  transfer: Transfer,
  kind: Kind<Of, More>,
  batch: readonly Read[],
  more: More,
  isAgain = false,
): Promise<void> {
  const parsed = batch.map((read) => parse(transfer, kind.collection, read, more))
  try {
    const { findings, outcomes, inner } = await transfer.sql.begin(() => decide(transfer, kind, parsed))
    findings.sort((one, other) => (one.line ?? 0) - (other.line ?? 0)).forEach(transfer.onFinding)
    count(transfer, kind.collection, outcomes)
    for (const [name, many] of Object.entries(inner) as [keyof TransferCounts, number][])
      if (many > 0) countsOf(transfer, 'messages')[name] += many
  } catch (error) {
    if (wasRolledBack(error) && !isAgain) return importBatch(transfer, kind, batch, more, true)
    if (!aboutValues.test(codeOf(error))) throw error
    const [first, ...others] = batch
    if (first && others.length > 0) {
      for (const one of batch) await importBatch(transfer, kind, [one], more)
    } else if (first) {
      logFault(error, `Importing a record of ${kind.collection}`)
      const about = { collection: kind.part ?? kind.collection, line: first.line, id: parsed[0]?.id ?? null }
      transfer.onFinding(findingOf(about, problem('could-not-store'), 'rejected'))
      count(transfer, kind.collection, ['rejected'])
    }
  }
}

/** Parses what was read of a collection. */
function parse<Of extends Collection, More>(transfer: Transfer, collection: Of, read: Read, more: More): Parsed<Of, More> {
  const { line } = read
  if ('problem' in read) return { line, id: null, problems: [read.problem] }
  const { value: raw } = read
  if (!isObject(raw)) return { line, id: null, problems: [problem('not-an-object')] }
  const id = Id.safeParse(raw.id)
  // A user with the id of a buyer would share their chat.
  if (!id.success || (collection === 'users' && isBuyerId(id.data))) return { line, id: null, problems: [problem('no-id', 'id')] }
  const parsed = parseRecord(transfer.shapes[collection], raw)
  if ('problems' in parsed) return { line, id: id.data, problems: parsed.problems.slice(0, limits.request.issuesMax) }
  const record = parsed.data as Item<Of>['record']
  return {
    line,
    id: id.data,
    raw,
    record,
    more,
    here: null,
    isNew: true,
    asksAdmin: false,
    refusals: [],
    notes: parsed.notes,
    broken: [],
    owner: null,
    idOf: () => null,
    ownerOf: () => null,
  }
}

async function decide<Of extends Collection, More>(
  transfer: Transfer,
  kind: Kind<Of, More>,
  batch: readonly Parsed<Of, More>[],
): Promise<Decided> {
  const { collection, part = collection } = kind
  const made: Decided = { findings: [], outcomes: [], inner: {} }
  const end: End = (one, outcome, problems = []) => {
    const { line, id } = one
    const of = outcome === 'rejected' || outcome === 'kept' ? outcome : 'noted'
    made.findings.push(...problems.map((one) => findingOf({ collection: part, line, id }, one, of)))
    made.outcomes.push(outcome)
    if (!one.raw || !kind.inner) return
    const item = one as Item<Of, More>
    const add = (name: keyof TransferCounts, many: number) => {
      made.inner[name] = (made.inner[name] ?? 0) + many
    }
    const { all, unread } = kind.inner(item)
    add('read', unread + item.broken.length)
    add(outcome, all)
    add('rejected', item.broken.length)
    for (const each of item.broken.flat()) made.findings.push(findingOf({ collection: 'messages', line, id }, each, 'rejected'))
  }
  for (const one of batch) if ('problems' in one) end(one, 'rejected', one.problems)
  const read = batch.filter((one) => 'raw' in one)
  const first = await withoutRepeats(transfer, collection, read, end)
  await kind.gather?.(transfer, first)
  for (const one of first) if (one.refusals.length > 0) end(one, 'rejected', one.refusals)
  const open = first.filter(({ refusals }) => refusals.length === 0)
  const changed = await withoutUnchanged(transfer, kind, open, end)
  const connected = await connect(transfer, kind, changed, end)
  const free = await withoutTaken(transfer, kind, connected, end)
  if (transfer.options.dryRun)
    await transfer.sql`
      update transfer_seen s set accepted = true, owner = g.owner
      from json_to_recordset(${JSON.stringify(free.map(({ id, owner }) => ({ id, owner })))}::json) g (id text, owner text)
      where s.collection = ${collection} and s.id = g.id`
  else {
    const own = free.filter(({ here }) => here === null)
    await kind.write(transfer, own)
    await remember(transfer, kind, free)
    await kind.settle?.(transfer, free)
  }
  for (const one of free) end(one, one.isNew ? 'created' : 'updated', one.notes)
  return made
}

type End = (about: { line: number | null; id: string | null; raw?: unknown }, outcome: Outcome, problems?: readonly Problem[]) => void

/** Leaves out all but the first of the records with one id. */
async function withoutRepeats<One extends Item>(
  transfer: Transfer,
  collection: Collection,
  items: readonly One[],
  end: End,
): Promise<One[]> {
  const named = items.map(({ id, line }) => ({ id, line }))
  const lines = await noteIds(transfer, collection, named)
  return items.filter((one, at) => {
    const before = lines[at]
    if (before !== null) end(one, 'rejected', [problem('id-twice', 'id', { line: before ?? '' })])
    return before === null
  })
}

/** Notes in a table of this import which ids, or unique values, were read. Returns for each the line where it was read before, or null. */
async function noteIds({ sql }: Transfer, name: string, all: readonly { id: string; line: number | null }[]): Promise<(number | null)[]> {
  const rows = await sql<{ at: number; line: number | null }[]>`
    with given as (select *, row_number() over () as at from json_to_recordset(${JSON.stringify(all)}::json) g (id text, line integer)),
    added as (
      insert into transfer_seen (collection, id, line) select distinct on (id) ${name}, id, line from given order by id, at
      on conflict do nothing returning id)
    select g.at::int, coalesce(s.line, (select o.line from given o where o.id = g.id order by o.at limit 1)) as line
    from given g left join transfer_seen s on s.collection = ${name} and s.id = g.id
    where s.id is not null or g.at > (select min(o.at) from given o where o.id = g.id)`
  const lines: (number | null)[] = all.map(() => null)
  for (const { at, line } of rows) lines[at - 1] = line ?? 0
  return lines
}

type Known = { id: string; here: string | null; fingerprint: string; state: string | null; isErased: boolean }

/** Leaves out the records that an earlier import wrote exactly like this, and those that were changed here since. */
async function withoutUnchanged<Of extends Collection, More>(
  transfer: Transfer,
  kind: Kind<Of, More>,
  items: readonly Item<Of, More>[],
  end: End,
): Promise<Item<Of, More>[]> {
  const { collection, table, state } = kind
  const { sql, options } = transfer
  const ids = listed(items.map(({ id }) => id))
  const rows = await sql<Known[]>`
    select id, here, fingerprint, state, record is null as "isErased" from transferred_records where collection = ${collection} and id in (select json_array_elements_text(${ids}::json))`
  const known = new Map(rows.map((row) => [row.id, row]))
  const changed = items.filter((one) => {
    const isSame = known.get(one.id)?.fingerprint === fingerprintOf(kind, one)
    if (isSame) end(one, 'unchanged')
    return !isSame
  })
  const lock = options.dryRun ? '' : 'for no key update'
  const present = state
    ? await sql.unsafe<{ id: string; state: string }[]>(
        `select id, ${stateOf(table, state)} as state from ${quoted(getTableName(table))} t where id in (select json_array_elements_text($1::json)) ${lock}`,
        [listed(changed.map(({ id }) => id))],
      )
    : []
  const now = new Map(present.map((row) => [row.id, row.state]))
  return changed.filter((one) => {
    const before = known.get(one.id)
    const found = now.get(one.id)
    one.isNew = !before
    const why = reasonToKeep(before, found, state !== null)
    if (why) end(one, 'kept', [problem(why)])
    return !why
  })
}

function reasonToKeep(before: Known | undefined, now: string | undefined, isChangeable: boolean) {
  if (!before) return now === undefined ? null : 'exists-here'
  if (before.here !== null && isChangeable) return null
  if (!isChangeable) return 'not-changeable'
  return before.state === now && !before.isErased ? null : 'changed-here'
}

/** A hash of the columns of a row `t` that an import writes. */
export const stateOf = (table: Kind<Collection>['table'], names: readonly string[]): string => {
  const columns = getTableColumns(table)
  return `md5(row(${names.map((name) => `t.${quoted(columns[name]?.name ?? name)}`).join(', ')})::text)`
}

const fingerprintOf = <Of extends Collection, More>({ compared }: Kind<Of, More>, { raw, more }: Item<Of, More>): string =>
  hash('sha256', JSON.stringify([raw, (compared ? compared(more) : more) ?? null]))

type Found = { collection: Referred; id: string; here: string | null; owner: string | null }

/** Leaves out the records with a reference that leads nowhere, and tells the others the ids that their references have here. */
async function connect<Of extends Collection, More>(
  { sql, options }: Transfer,
  { references = () => [] }: Kind<Of, More>,
  items: readonly Item<Of, More>[],
  end: End,
): Promise<Item<Of, More>[]> {
  const wanted = items.map((one) => references(one).flatMap(({ id, ...about }) => (id ? [{ ...about, id }] : [])))
  if (wanted.flat().length === 0) return [...items]
  const rows = await sql<Found[]>`
    with given as materialized (select distinct collection, id from json_to_recordset(${JSON.stringify(wanted.flat())}::json) g (collection text, id text))
    select g.collection, g.id, coalesce(r.here, u.id, p.id, case when ${options.dryRun} and s.accepted then s.id end) as here,
      coalesce(p.seller_id, s.owner) as owner
    from given g left join transferred_records r on r.collection = g.collection and r.id = g.id and r.here is not null
    left join users u on g.collection = 'users' and u.id = g.id left join products p on g.collection = 'products' and p.id = g.id
    left join transfer_seen s on s.collection = g.collection and s.id = g.id`
  const found = new Map(rows.map((row) => [`${row.collection}\n${row.id}`, row]))
  return items.filter((one, at) => {
    one.idOf = (collection, id) => (id ? (found.get(`${collection}\n${id}`)?.here ?? null) : null)
    one.ownerOf = (id) => found.get(`products\n${id}`)?.owner ?? null
    const missing = (wanted[at] ?? []).filter(({ collection, id }) => one.idOf(collection, id) === null)
    const noted = missing.filter(({ isOptional }) => isOptional === 'noted')
    const refused = missing.filter(({ isOptional }) => !isOptional)
    one.notes.push(...noted.map(nowhere))
    if (refused.length > 0) end(one, 'rejected', refused.map(nowhere))
    return refused.length === 0
  })
}

const nowhere = ({ field, collection, id }: Reference & { id: string }): Problem =>
  problem('no-such-record', field, { id: id.slice(0, 128), collection })

/** Leaves out the records with a unique value that another record or a row here has already. */
async function withoutTaken<Of extends Collection, More>(
  transfer: Transfer,
  { collection, uniques, taken }: Kind<Of, More>,
  items: readonly Item<Of, More>[],
  end: End,
): Promise<Item<Of, More>[]> {
  if (!uniques || !taken) return [...items]
  const all = items.flatMap((one) => uniques(one).map((unique) => ({ one, ...unique, id: one.id })))
  if (all.length === 0) return [...items]
  const joined = taken.map((join) => `select g.id, g.code, g.key from given g ${join}`).join(' union all ')
  const rows = await transfer.sql.unsafe<{ id: string; key: string; code: string }[]>(
    `with given as (select * from json_to_recordset($1::json) g (id text, code text, key text)) ${joined}`,
    [JSON.stringify(all.map(({ id, code, key }) => ({ id, code, key })))],
  )
  const here = new Set(rows.map(({ id, code, key }) => `${id} ${code} ${key}`))
  // A record that has a row here may keep its value, wherever it stands in the export.
  const isLost = ({ one, id, code, key }: (typeof all)[number]) => one.here === null && here.has(`${id} ${code} ${key}`)
  const open = all.filter((each) => !isLost(each))
  const named = open.map(({ one, code, key }) => ({ id: `${code} ${key}`, line: one.line }))
  const lines = await noteIds(transfer, `${collection} unique`, named)
  const wrong = Map.groupBy([...all.filter(isLost), ...open.filter((_, at) => lines[at] !== null)], ({ one }) => one)
  return items.filter((one) => {
    const problems = wrong.get(one)?.map(({ code, field }) => problem(code, field))
    if (problems) end(one, 'rejected', problems)
    return !problems
  })
}

/** Stores the records with what was written, for the next import and for an export. */
async function remember<Of extends Collection, More>(
  { sql }: Transfer,
  kind: Kind<Of, More>,
  items: readonly Item<Of, More>[],
): Promise<void> {
  const { collection, table, state } = kind
  const rows = items.map((one) => ({
    id: one.id,
    here: one.here,
    asks: one.asksAdmin,
    fingerprint: fingerprintOf(kind, one),
    record: JSON.stringify(one.raw),
  }))
  const written = state ? `(select ${stateOf(table, state)} from ${quoted(getTableName(table))} t where t.id = r.id)` : 'null'
  await sql.unsafe(
    `insert into transferred_records (collection, id, here, record, fingerprint, state, asks_admin)
      select $1, r.id, r.here, r.record, r.fingerprint, ${written}, r.asks
      from json_to_recordset($2::json) r (id text, here text, record text, fingerprint text, asks boolean)
      on conflict (collection, id) do update set here = excluded.here, record = excluded.record, fingerprint = excluded.fingerprint, state = excluded.state,
        asks_admin = excluded.asks_admin`,
    [collection, JSON.stringify(rows)],
    { prepare: true },
  )
}
