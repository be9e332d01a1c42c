import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import pg from 'pg'
import { typeParsers, valueToSend } from '#server/platform/database/value-types.ts'
import type { Hosts } from '#server/platform/database-address.ts'

/** A statement of SQL with its values, and the functions that get its result. */
export type Statement = {
  text: string
  values: readonly unknown[]
  /** The types of its values, where PostgreSQL cannot tell. */
  types: number[] | null
  /** Parsed once per connection, under a name, for each `key`. */
  prepare: boolean
  key: string
  /** Rows are lists instead of objects. */
  asLists?: boolean
  /** Gets each row as it arrives; none is kept then. */
  take?: ((row: object) => void) | undefined
  /** True on its second way, after a change of tables made its plan invalid. */
  isAgain?: boolean
  resolve: (rows: object[]) => void
  reject: (error: unknown) => void
}

export type ConnectionOptions = Hosts & {
  name: string
  /** Makes the sockets, in tests. */
  stream?: (() => Duplex) | undefined
}

/** The connection, not the database, is why a statement failed. */
class ConnectionError extends Error {
  readonly code: string
  constructor(code: string, cause?: unknown) {
    super(`The connection to the database failed: ${code}`, { cause })
    this.code = code
  }
}
export const connectionError = (code: string, cause?: unknown): Error => new ConnectionError(code, cause)

/** Properties of the driver that its types leave out. */
type Internal = pg.Client & { processID: number; secretKey: number; connection: { parsedStatements: Record<string, string> } }
type Canceller = pg.Connection & {
  connect: (port: number | string, host?: string) => void
  stream: Socket
  requestSsl: () => void
  cancel: (id: number, key: number) => void
}

const connectMs = 5_000
const keepAliveMs = 60_000
const isFatal = (error: unknown) => error instanceof pg.DatabaseError && /^(FATAL|PANIC)$/.test(error.severity ?? '')
const isParsed = (client: pg.Client, { name }: Prepared) => name in (client as Internal).connection.parsedStatements
/** A prepared statement whose plan a change of tables made invalid. It had no effect. */
const isStale = (error: unknown) =>
  error instanceof pg.DatabaseError && /^(RevalidateCachedQuery|FetchPreparedStatement|transformAssignedExpr)$/.test(error.routine ?? '')

/** The columns of a result: names, and how values of each are read. */
type Columns = readonly { name: string; parse: (text: string) => unknown }[]
/** A statement that this connection has parsed under a name; its columns once it has succeeded. */
type Prepared = { name: string; columns: Columns | null }
/** What the driver calls with parts of an answer. Its types leave it out. */
type Wire = {
  query: (text: string) => void
  parse: (about: { name: string | undefined; text: string; types: number[] | null }) => void
  bind: (about: { statement: string | undefined; values: readonly unknown[]; valueMapper: (value: unknown) => unknown }) => void
  describe: (about: { type: 'P' }) => void
  execute: (about: object) => void
  sync: () => void
}

/** A statement on its way. Other than the driver's own, it reads the columns of a prepared statement only once, and can drop rows. */
class Sent extends pg.Query {
  readonly statement: Statement
  readonly at = performance.now()
  /** Others may be sent behind it: it is a short statement that has succeeded before. */
  readonly canShare: boolean
  columns: Columns | null
  readonly #prepared: Prepared | undefined
  readonly #isParsed: boolean
  readonly #parserOf: (type: number) => (text: string) => unknown
  readonly #settled: (error: unknown, rows: object[], sent: Sent) => void
  readonly #rows: object[] = []
  #failure: unknown = null

  constructor(
    statement: Statement,
    {
      prepared,
      isParsed,
      parserOf,
    }: { prepared: Prepared | undefined; isParsed: boolean; parserOf: (type: number) => (text: string) => unknown },
    settled: (error: unknown, rows: object[], sent: Sent) => void,
  ) {
    super(statement.text)
    this.statement = statement
    this.columns = prepared?.columns ?? null
    this.canShare = this.columns !== null && !statement.take
    // With a name the driver notes whether the database has parsed it.
    Object.assign(this, { name: prepared?.name })
    this.#prepared = prepared
    this.#isParsed = isParsed
    this.#parserOf = parserOf
    this.#settled = settled
  }

  override submit = (connection: unknown): void => {
    const wire = connection as Wire
    const { text, values, types } = this.statement
    const name = this.#prepared?.name
    if (!name && values.length === 0) {
      wire.query(text)
      return
    }
    if (!this.#isParsed) wire.parse({ name, text, types })
    wire.bind({ statement: name, values, valueMapper: valueToSend })
    if (!this.columns) wire.describe({ type: 'P' })
    wire.execute({})
    wire.sync()
  }
  handleRowDescription({ fields }: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.columns = fields.map(({ name, dataTypeID }) => ({ name, parse: this.#parserOf(dataTypeID) }))
  }
  /** An error here is that of the statement: the driver would end the process. */
  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    if (this.#failure) return
    try {
      const row = this.#rowOf(fields)
      if (this.statement.take) this.statement.take(row)
      else this.#rows.push(row)
    } catch (error) {
      this.#failure = error
    }
  }
  #rowOf(fields: readonly (string | null)[]): object {
    const columns = this.columns ?? []
    const read = (field: string | null | undefined, { parse }: Columns[number]) => (field == null ? null : parse(field))
    if (this.statement.asLists) return columns.map((column, at) => read(fields[at], column))
    const row: Record<string, unknown> = {}
    let at = 0
    for (const column of columns) row[column.name] = read(fields[at++], column)
    return row
  }
  handleCommandComplete(): void {}
  handleReadyForQuery(): void {
    this.#settled(this.#failure, this.#rows, this)
  }
  handleError(error: unknown): void {
    this.#settled(error, [], this)
  }
}

/** One connection to the database. Once it is lost it settles every statement at once, and refuses later ones; it is never reopened. */
export class Connection {
  /** True while one caller has the connection and alone sends statements. */
  isReserved = false
  /** Called when it is lost, with the reason. */
  whenLost: ((reason: unknown) => void) | undefined
  readonly openedAt = performance.now()
  readonly #client: pg.Client
  readonly #sent: Sent[] = []
  readonly #prepared = new Map<string, Prepared>()
  readonly #closed = Promise.withResolvers<void>()
  #named = 0
  #cancelling = 0
  #isCorked = false
  #parserOf = typeParsers('{}')
  #mustWrite = false
  #loss: unknown = null
  /** Called when it can take another statement, and when it was lost. */
  #changed: (() => void) | undefined

  constructor(client: pg.Client) {
    this.#client = client
    const lose = (error?: unknown) => this.#lose(error)
    client.on('error', lose).on('end', () => {
      lose()
      this.#closed.resolve()
    })
  }

  get isLost(): boolean {
    return this.#loss !== null
  }
  get isBusy(): boolean {
    return this.#sent.length > 0
  }
  get isIdle(): boolean {
    return !this.isBusy && this.#cancelling === 0
  }
  /** Statements under way, if this one may follow them: all are short ones, the first of which was sent after `moment`; else Infinity. */
  depthFor({ key, prepare, take }: Statement, moment: number): number {
    const [first] = this.#sent
    const canFollow = first?.canShare && first.at > moment && this.#cancelling === 0 && prepare && !take && this.#prepared.get(key)?.columns
    return canFollow ? this.#sent.length : Number.POSITIVE_INFINITY
  }

  /** Connects and sets up the session. Settings are a statement: poolers refuse those they do not know among the start parameters. */
  async open({ settings, mustWrite }: ConnectionOptions, changed: () => void): Promise<this> {
    const timer = setTimeout(() => this.#lose(connectionError('CONNECT_TIMEOUT')), connectMs)
    try {
      await this.#client.connect()
      // Statements are short. PostgreSQL compiles by estimated costs: of the dispatcher's statement it took seconds to compile each run.
      const set = Object.entries({ TimeZone: 'UTC', jit: 'off', ...settings }).map(
        (pair) => `set_config(${pair.map(pg.escapeLiteral).join(', ')}, false)`,
      )
      const [row] = (await this.ask(`select current_setting('transaction_read_only') = 'on' as "isReadOnly", array(
        select typarray from pg_type where oid >= 16384 and typarray <> 0)::text as lists, ${set.join(', ')}`)) as [
        { isReadOnly: boolean; lists: string },
      ]
      if (mustWrite && row.isReadOnly) throw connectionError('25006')
      this.#parserOf = typeParsers(row.lists)
      this.#mustWrite = mustWrite
      this.#changed = changed
      return this
    } catch (error) {
      const loss = this.#loss ?? error
      this.#lose(loss)
      throw loss instanceof Error && 'code' in loss ? loss : connectionError('CONNECTION_CLOSED', loss)
    } finally {
      clearTimeout(timer)
    }
  }

  /** Sends a statement without values, and returns its rows. */
  ask(text: string): Promise<object[]> {
    return new Promise((resolve, reject) => this.send({ text, values: [], types: null, key: text, prepare: false, resolve, reject }))
  }

  send(statement: Statement): void {
    if (this.isLost) {
      statement.reject(connectionError('CONNECTION_CLOSED', this.#loss))
      return
    }
    const { key, prepare } = statement
    const known = prepare ? this.#prepared.get(key) : undefined
    const prepared = known ?? (prepare ? { name: `s${++this.#named}`, columns: null } : undefined)
    if (prepared && !known) this.#prepared.set(key, prepared)
    const sent = new Sent(statement, { prepared, isParsed: known !== undefined, parserOf: this.#parserOf }, (error, rows, { columns }) => {
      this.#sent.shift()
      if (prepared && !error) prepared.columns ??= columns ?? []
      if (prepared && (isStale(error) || (error && !isParsed(this.#client, prepared)))) this.#prepared.delete(key)
      if (isStale(error) && !this.isReserved && !statement.isAgain) this.send(Object.assign(statement, { isAgain: true }))
      else if (error) statement.reject(this.#failureOf(error))
      else statement.resolve(rows)
      this.#changed?.()
    })
    this.#sent.push(sent)
    this.#writeLater()
    this.#client.query(sent)
  }

  /** What is sent in one turn is written at once. */
  #writeLater(): void {
    if (this.#isCorked) return
    const { stream } = this.#client.connection
    this.#isCorked = true
    stream.cork()
    setImmediate(() => {
      this.#isCorked = false
      stream.uncork()
    })
  }

  /** Cancels a statement in the database if it is the one that runs; others run in their turn. No other follows it until that is done. */
  cancel(statement: Statement): void {
    if (this.#sent[0]?.statement !== statement) return
    const { processID, secretKey, host, port, ssl } = this.#client as Internal
    const canceller = new pg.Connection({ ssl }) as Canceller
    this.#cancelling += 1
    canceller
      .on('error', () => {})
      .once('end', () => {
        this.#cancelling -= 1
        this.#changed?.()
      })
    if (ssl) canceller.once('connect', () => canceller.requestSsl())
    canceller.once(ssl ? 'sslconnect' : 'connect', () => canceller.cancel(processID, secretKey))
    canceller.stream.setTimeout(connectMs, () => canceller.stream.destroy())
    if (host.startsWith('/')) canceller.connect(`${host}/.s.PGSQL.${port}`)
    else canceller.connect(port, host)
  }

  onNotification(take: (channel: string) => void): void {
    this.#client.on('notification', ({ channel }) => take(channel))
  }

  /** Whether a transaction is open, as far as answered statements show. */
  get isInTransaction(): boolean {
    return this.#client.getTransactionStatus() !== 'I'
  }

  /** Closes it after the statements that are under way. */
  async end(): Promise<void> {
    void this.#client.end()
    await this.#closed.promise
  }

  destroy(code: string): void {
    this.#lose(connectionError(code))
  }

  #failureOf(error: unknown): unknown {
    // A host that has become read-only is left; the next connection looks for the one that accepts writes.
    if (isFatal(error) || (this.#mustWrite && error instanceof pg.DatabaseError && error.code === '25006')) this.#lose(error)
    return this.isLost ? this.#loss : error
  }

  #lose(cause: unknown): void {
    if (this.isLost) return
    const hasCode = cause instanceof Error && 'code' in cause && !isFatal(cause)
    this.#loss = hasCode ? cause : connectionError('CONNECTION_CLOSED', cause)
    this.#client.connection.stream.destroy()
    this.whenLost?.(connectionError('CONNECTION_CLOSED', this.#loss))
    this.#changed?.()
  }
}

/** Opens a connection to the first host that can be used, beginning with the one that served last. Throws the last error. */
export async function openConnection(options: ConnectionOptions, changed: () => void): Promise<Connection> {
  const { hosts, name, stream } = options
  let failure: unknown
  for (const host of [...hosts]) {
    try {
      const about = { application_name: name, pipeline: true, keepAlive: true, keepAliveInitialDelayMillis: keepAliveMs }
      return await new Connection(new pg.Client({ ...about, ...host, ...(stream && { stream }) })).open(options, changed)
    } catch (error) {
      failure = error
      hosts.push(...hosts.splice(hosts.indexOf(host), 1))
    }
  }
  throw failure
}
