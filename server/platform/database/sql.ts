import pg from 'pg'
import { type Connection, connectionError, type Statement } from '#server/platform/database/connection.ts'
import { ConnectionPool, type PoolOptions, type PoolUse } from '#server/platform/database/connection-pool.ts'
import { openListener } from '#server/platform/database/listener.ts'
import { typesOf } from '#server/platform/database/value-types.ts'
import { spanned, statementName } from '#server/platform/tracer.ts'

/** Sends statements: a pool, or one connection. */
type Sender = { send: (statement: Statement) => void; cancel: (statement: Statement) => void }

type Part = { strings: readonly string[]; values: readonly unknown[] }

/** Text that is not a value: a name, a list in parentheses, rows to insert. */
class Fragment {
  readonly write: (values: unknown[]) => string
  constructor(write: (values: unknown[]) => string) {
    this.write = write
  }
}

/** A query, sent when it is awaited; or, as a value of another query, a part of its text. */
export class Query<Rows> implements Promise<Rows> {
  readonly [Symbol.toStringTag] = 'Query'
  readonly part: Part
  readonly #sender: Sender
  readonly #prepare: boolean
  #asked: Promise<object[]> | undefined
  #statement: Statement | undefined

  constructor(sender: Sender, part: Part, prepare: boolean) {
    this.part = part
    this.#sender = sender
    this.#prepare = prepare
  }

  #ask(how: Pick<Statement, 'asLists' | 'take'> = {}): Promise<object[]> {
    this.#asked ??= spanned(
      'statement',
      () => statementName(this.#statement?.text ?? ''),
      () => this.#send(how),
    )
    return this.#asked
  }
  #send(how: Pick<Statement, 'asLists' | 'take'>): Promise<object[]> {
    return traced(
      new Promise((resolve, reject) => {
        const { strings, values: given } = this.part
        const values = strings.length === 1 ? [...given] : []
        const text = textOf(this.part, values)
        if (values.includes(undefined)) throw new TypeError('Undefined values are not allowed')
        const types = typesOf(values)
        const key = types ? `${types} ${text}` : text
        this.#statement = { text, values, types, key, prepare: this.#prepare, ...how, resolve, reject }
        this.#sender.send(this.#statement)
      }),
      () => this.#statement?.text,
    )
  }

  // biome-ignore lint/suspicious/noThenProperty: a query is awaited like a promise, and not sent before.
  then<Result = Rows, Failure = never>(
    done?: ((rows: Rows) => Result | PromiseLike<Result>) | null,
    failed?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null,
  ): Promise<Result | Failure> {
    return (this.#ask() as Promise<unknown> as Promise<Rows>).then(done, failed)
  }
  catch<Failure = never>(failed?: ((reason: unknown) => Failure | PromiseLike<Failure>) | null): Promise<Rows | Failure> {
    return this.then(null, failed)
  }
  finally(done?: (() => void) | null): Promise<Rows> {
    return (this.#ask() as Promise<unknown> as Promise<Rows>).finally(done)
  }
  /** The rows as lists. */
  values(): Promise<unknown[][]> {
    return this.#ask({ asLists: true }) as Promise<unknown[][]>
  }
  /** Passes each row to `take` as it arrives; none is stored. */
  async forEach(take: (row: object) => void): Promise<void> {
    await this.#ask({ take })
  }
  /** Cancels it if it runs in the database or was not sent yet. */
  cancel(): void {
    if (this.#statement) this.#sender.cancel(this.#statement)
  }
}

/** Errors get the stack of the caller that waits, instead of that of the socket, and those of the database their statement. */
async function traced<Result>(asked: Promise<Result>, text: () => string | undefined): Promise<Result> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof pg.DatabaseError)
      Object.defineProperties(error, { name: { value: 'DatabaseError', configurable: true }, query: { value: text(), configurable: true } })
    if (error instanceof Error) Error.captureStackTrace(error)
    throw error
  }
}

function textOf({ strings, values: given }: Part, values: unknown[]): string {
  let text = strings[0] ?? ''
  for (let at = 1; at < strings.length; at++) text += textOfValue(given[at - 1], values) + strings[at]
  return text
}

function textOfValue(value: unknown, values: unknown[]): string {
  if (value instanceof Query) return textOf(value.part, values)
  if (value instanceof Fragment) return value.write(values)
  return `$${values.push(value)}`
}

const name = (text: string) => text.split('.').map(pg.escapeIdentifier).join('.')
const list = (items: readonly unknown[], values: unknown[]) => `(${items.map((item) => textOfValue(item, values)).join(', ')})`
const isRows = (items: readonly unknown[]): items is readonly Record<string, unknown>[] => typeof items[0] === 'object' && items[0] !== null

function fragment(about: string | readonly unknown[]): Fragment {
  if (typeof about === 'string') return new Fragment(() => name(about))
  if (!isRows(about)) return new Fragment((values) => list(about, values))
  const columns = Object.keys(about[0] ?? {})
  const lists = about.map((row) => columns.map((column) => row[column]))
  return new Fragment((values) => `(${columns.map(name).join(', ')}) values ${lists.map((items) => list(items, values)).join(', ')}`)
}

// Rows are what their statement says; callers name their type.
// biome-ignore lint/suspicious/noExplicitAny: as the driver cannot know it.
type AnyRow = Record<string, any>

type Tag = {
  <Rows extends readonly object[] = AnyRow[]>(strings: TemplateStringsArray, ...values: readonly unknown[]): Query<Rows>
  /** A name, a list of values, or rows to insert. */
  (about: string | readonly unknown[]): Fragment
  /** A text as it stands, with values for `$1` and so on. */
  unsafe: <Rows extends readonly object[] = AnyRow[]>(
    text: string,
    values?: readonly unknown[],
    options?: { prepare?: boolean | undefined },
  ) => Query<Rows>
}

/** Work in a transaction; `how` is what `begin` says of it, such as `read only`. */
type Begin = <Result>(work: (sql: TransactionSql) => Promise<Result>, how?: string) => Promise<Result>

/** The statements of one transaction, which is open as long as `work` takes. */
type TransactionSql = Sql & { savepoint: <Result>(work: (sql: TransactionSql) => Promise<Result>) => Promise<Result> }
/** A connection of one caller, until it is released. */
export type ReservedSql = Sql & { release: () => void }

/** Sends the statements of a template, prepared, to a pool or a connection. Statements of a pool do not wait for each other. */
export type Sql = Tag & {
  options: PoolOptions
  use: () => PoolUse
  begin: Begin
  reserve: () => Promise<ReservedSql>
  /** Calls `take` at each notification, also after the connection was lost and is back. Returns a function that ends that. */
  listen: (channel: string, take: () => void) => Promise<() => void>
  notify: (channel: string, payload: string) => Promise<unknown>
  /** Closes all connections after their statements, or at once after this time in seconds. */
  end: (about?: { timeout?: number }) => Promise<void>
}

function tagFor(sender: Sender): Tag {
  const tag = (about: TemplateStringsArray | string | readonly unknown[], ...values: readonly unknown[]) =>
    typeof about !== 'string' && 'raw' in about ? new Query(sender, { strings: about, values }, true) : fragment(about)
  const unsafe = (text: string, values: readonly unknown[] = [], { prepare = false }: { prepare?: boolean | undefined } = {}) =>
    new Query(sender, { strings: [text], values }, prepare)
  return Object.assign(tag, { unsafe }) as Tag
}

/** The statements of one caller on one connection. After `end`, and once the connection is lost, they are refused. */
function onConnection(sql: Sql, connection: Connection) {
  let isOver = false
  let failure: unknown = null
  const send = (statement: Statement) => {
    const { reject } = statement
    statement.reject = (error) => {
      failure ??= error
      reject(error)
    }
    if (isOver) statement.reject(connectionError('CONNECTION_CLOSED'))
    else connection.send(statement)
  }
  const { options, use, listen, notify, begin, reserve, end } = sql
  const tag = tagFor({ send, cancel: (statement) => connection.cancel(statement) })
  const own: Sql = Object.assign(tag, { options, use, listen, notify, begin, reserve, end })
  const over = () => {
    isOver = true
  }
  return { own, failure: () => failure, isOver: () => isOver, over }
}

/**
 * Work between two statements; if it fails, or a statement of it, a third one undoes it. Savepoints inside a savepoint begin with its name: of
 * equal names PostgreSQL takes the newest.
 */
async function within<Result>(
  sql: Sql,
  connection: Connection,
  { first, last, undo }: { first: string; last?: string; undo: string },
  work: (sql: TransactionSql) => Promise<Result>,
  name = 's',
): Promise<Result> {
  const { own, failure, over } = onConnection(sql, connection)
  let savepoints = 0
  const savepoint: TransactionSql['savepoint'] = (inner) => {
    const at = `${name}${++savepoints}`
    return within(own, connection, { first: `savepoint ${at}`, undo: `rollback to ${at}` }, inner, `${at}_`)
  }
  await connection.ask(first)
  try {
    const result = await work(Object.assign(own, { savepoint }))
    if (failure()) throw failure()
    if (last) await connection.ask(last)
    return result
  } catch (error) {
    await connection.ask(undo).catch(() => {})
    // A statement after the one that failed.
    throw error instanceof pg.DatabaseError && error.code === '25P02' ? (failure() ?? error) : error
  } finally {
    over()
  }
}

/** Opens a pool of connections as a template tag. */
export function openSql(options: PoolOptions): Sql {
  const pool = new ConnectionPool(options)
  const listener = openListener(options)
  const tag = tagFor(pool)
  const reserve = async (): Promise<ReservedSql> => {
    const connection = await pool.reserve()
    const { own, isOver, over } = onConnection(sql, connection)
    const begin: Begin = async (work, how = '') => {
      if (isOver()) throw connectionError('CONNECTION_CLOSED')
      const done = within(sql, connection, { first: `begin ${how}`, last: 'commit', undo: 'rollback' }, work)
      try {
        // Without its connection it is over, whatever the work still waits for.
        return await new Promise((resolve, reject) => {
          connection.whenLost = reject
          done.then(resolve, reject)
        })
      } finally {
        connection.whenLost = undefined
      }
    }
    const release = () => {
      over()
      pool.release(connection)
    }
    return Object.assign(own, { begin, release })
  }
  const begin: Begin = async (work, how) => {
    const own = await reserve()
    try {
      return await own.begin(work, how)
    } finally {
      own.release()
    }
  }
  const sql: Sql = Object.assign(tag, {
    options,
    use: () => pool.use,
    begin,
    reserve,
    listen: listener.listen,
    notify: (channel: string, payload: string) => tag`select pg_notify(${channel}, ${payload})`,
    end: async ({ timeout }: { timeout?: number } = {}) => {
      await Promise.all([listener.end(), pool.end(timeout === undefined ? undefined : timeout * 1_000)])
    },
  })
  return sql
}
