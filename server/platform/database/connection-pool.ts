import {
  type Connection,
  type ConnectionOptions,
  connectionError,
  openConnection,
  type Statement,
} from '#server/platform/database/connection.ts'

export type PoolOptions = ConnectionOptions & {
  /** At most so many connections, each opened when it is needed. */
  max: number
  /** How long (ms) to wait for a connection; without it there is no limit. */
  poolMs?: number | undefined
  /** How long (ms) a connection is used, by default 45 minutes: sessions of PostgreSQL grow with the statements they have prepared. */
  lifetimeMs?: number
  /** Called each time a connection is lost. */
  onLost?: (() => void) | undefined
}

/** A statement, or a caller that wants a connection to itself. */
type Waiting = {
  statement?: Statement
  take: (connection: Connection) => void
  reject: (error: unknown) => void
  timer?: NodeJS.Timeout
  /** Since when it waits, if it was not served at once. */
  since?: number
}

/** The connections of a pool now, and its callers that had to wait so far. */
export type PoolUse = { open: number; busy: number; waiting: number; waits: number; waitMs: number }

/**
 * How long (ms) after a short prepared statement was sent others may be sent behind it. Most are answered sooner; one that is not may be
 * waiting for a lock. If so, few others wait behind it.
 */
const momentMs = 100
const depth = 3

/** Some connections to one database, shared by many callers. Who waits is served in order of arrival. */
export class ConnectionPool {
  readonly options: PoolOptions
  readonly #connections = new Set<Connection>()
  readonly #waiting = new Set<Waiting>()
  readonly #closing: Promise<void>[] = []
  #opening = 0
  #waits = 0
  #waitMs = 0
  #ended: (() => void) | undefined

  constructor(options: PoolOptions) {
    this.options = options
  }

  get use(): PoolUse {
    const busy = [...this.#connections].filter(({ isReserved, isIdle }) => isReserved || !isIdle).length
    return { open: this.#connections.size, busy, waiting: this.#waiting.size, waits: this.#waits, waitMs: this.#waitMs }
  }

  send(statement: Statement): void {
    this.#wait({ statement, take: (connection) => connection.send(statement), reject: statement.reject })
  }

  /** A connection of one caller, until `release`. */
  reserve(): Promise<Connection> {
    return new Promise((resolve, reject) => {
      const take = (connection: Connection) => {
        connection.isReserved = true
        resolve(connection)
      }
      this.#wait({ take, reject })
    })
  }

  /** Takes a connection back. One in a transaction is closed, which rolls back. */
  release(connection: Connection): void {
    connection.isReserved = false
    if (connection.isBusy || connection.isInTransaction) connection.destroy('CONNECTION_CLOSED')
    this.#feed()
  }

  /** Cancels a statement that runs, or was not sent yet. */
  cancel(statement: Statement): void {
    const waiting = [...this.#waiting].find((one) => one.statement === statement)
    if (waiting) this.#refuse(waiting, connectionError('57014'))
    for (const connection of this.#connections) connection.cancel(statement)
  }

  /** Serves those who wait, then closes all connections; after `timeoutMs` at once. */
  async end(timeoutMs: number | undefined): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#ended = resolve
    const destroy = () => {
      for (const waiting of this.#waiting) this.#refuse(waiting, connectionError('CONNECTION_DESTROYED'))
      for (const connection of this.#connections) connection.destroy('CONNECTION_DESTROYED')
      resolve()
    }
    const timer = timeoutMs === undefined ? undefined : setTimeout(destroy, timeoutMs)
    this.#feed()
    await promise
    clearTimeout(timer)
  }

  #wait(waiting: Waiting): void {
    if (this.#ended) {
      waiting.reject(connectionError('CONNECTION_ENDED'))
      return
    }
    this.#waiting.add(waiting)
    this.#feed()
    if (!this.#waiting.has(waiting)) return
    this.#waits += 1
    waiting.since = performance.now()
    this.#limit(waiting)
  }

  /** Who waits for a connection that is being opened waits as long as that takes. */
  #limit(waiting: Waiting): void {
    const { poolMs } = this.options
    if (poolMs === undefined) return
    const late = () => {
      const isServedNext = [...this.#waiting].indexOf(waiting) < this.#opening
      if (isServedNext) this.#limit(waiting)
      else this.#refuse(waiting, connectionError('CONNECTION_POOL_TIMEOUT'))
    }
    waiting.timer = setTimeout(late, poolMs).unref()
  }

  #refuse(waiting: Waiting, error: unknown): void {
    this.#leave(waiting)
    waiting.reject(error)
  }

  #leave(waiting: Waiting): void {
    this.#waiting.delete(waiting)
    if (waiting.since !== undefined) this.#waitMs += performance.now() - waiting.since
    clearTimeout(waiting.timer)
  }

  #feed(): void {
    for (const waiting of this.#waiting) {
      const connection = this.#connectionFor(waiting)
      if (!connection) return
      this.#leave(waiting)
      waiting.take(connection)
    }
    if (this.#ended) this.#close()
  }

  #connectionFor({ statement }: Waiting): Connection | undefined {
    for (const connection of this.#connections)
      if (connection.isIdle && !connection.isReserved) {
        // Moved to the end, so that each connection gets its turn and parses the frequent statements.
        this.#connections.delete(connection)
        this.#connections.add(connection)
        return connection
      }
    while (this.#opening < this.#waiting.size && this.#connections.size + this.#opening < this.options.max) void this.#open()
    if (!statement) return undefined
    const moment = performance.now() - momentMs
    let [best, least] = [undefined as Connection | undefined, depth]
    for (const connection of this.#connections) {
      const before = connection.isReserved ? depth : connection.depthFor(statement, moment)
      if (before < least) [best, least] = [connection, before]
    }
    return best
  }

  /** If none can be opened, the caller that has waited longest is refused: each has one try. */
  async #open(): Promise<void> {
    this.#opening += 1
    try {
      const connection: Connection = await openConnection(this.options, () => this.#changed(connection))
      this.#connections.add(connection)
    } catch (error) {
      const [first] = this.#waiting
      if (first) this.#refuse(first, error)
    }
    this.#opening -= 1
    this.#feed()
  }

  #changed(connection: Connection): void {
    const { lifetimeMs = 45 * 60_000 } = this.options
    const isOld = performance.now() - connection.openedAt > lifetimeMs
    if (connection.isLost || (isOld && connection.isIdle && !connection.isReserved)) {
      if (!this.#connections.delete(connection)) return
      if (connection.isLost) this.options.onLost?.()
      else void connection.end()
    }
    this.#feed()
  }

  #close(): void {
    for (const connection of this.#connections)
      if (connection.isIdle && !connection.isReserved) {
        this.#connections.delete(connection)
        this.#closing.push(connection.end())
      }
    if (this.#connections.size === 0 && this.#opening === 0) void Promise.all(this.#closing).then(this.#ended)
  }
}
