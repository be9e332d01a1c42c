import { createRequire, registerHooks } from 'node:module'
import { basename } from 'node:path'
import type postgres from 'postgres'

/**
 * How long (ms) after a query was sent others may be pipelined behind it. Most are answered sooner; one that is not may be waiting for a
 * lock.
 */
const momentMs = 100

/**
 * A transaction (or reserved connection) of postgres.js 3.4.9 continues after its connection broke: it writes where the socket is gone,
 * which ends the process from a timer (upstream #1154, #1208), or, if another caller has the connection by then, in between that caller's
 * queries. So each checks whether the connection is still its own. Reasons: docs/decisions/0024.
 */
const refuse = "if (c.reserved !== own) return q.reject(Errors.connection('CONNECTION_CLOSED', options))"
const drop = (queue: string) => `(e) => { while (${queue}.length) ${queue}.shift().reject(e) }`
const patches: Record<string, readonly (readonly [text: string, instead: string])[]> = {
  'index.js': [
    ['c.reserved.release = true\n', `c.reserved.release = true\n    c.reserved.drop = ${drop('queue')}\n    const own = c.reserved\n`],
    ['sql.release = () => {\n', 'sql.release = () => {\n      if (c.reserved !== own) return\n'],
    ['function handler(q) {\n      c.queue', `function handler(q) {\n      ${refuse}\n      c.queue`],
    ['let savepoints = 0\n', 'let own = null\n      , savepoints = 0\n'],
    ['uncaughtError = e))\n        c.queue', `uncaughtError = e))\n        ${refuse}\n        c.queue`],
    [
      ': move(c, reserved)\n    }\n  }\n',
      `: move(c, reserved)\n      c.reserved.drop = ${drop('queries')}\n      own = c.reserved\n    }\n  }\n`,
    ],
    // Queries that wait in a transaction are rejected with the connection.
    ['move(c, closed)\n    c.reserved = null\n', 'move(c, closed)\n    c.reserved && c.reserved.drop(e)\n    c.reserved = null\n'],
    // A request for a connection stays in the queue while one is opened for it, so that the first free connection serves it; else it was
    // forgotten when the new one was open. A rejected request leaves the queue; else it took a free connection that was then lost.
    ['connect(c, queries.shift())\n', 'connect(c, again(queries.shift()))\n'],
    // A query is pipelined only if the first query on that connection was sent less than `momentMs` ago; else it waits for a connection, at
    // most for `pool_timeout`. The driver pipelined it behind any other query, such as one that waits for a lock, although other
    // connections were free by then.
    ['busy.length\n      ? go(busy.shift(), query)\n      : queries.push(query)\n', 'line(query)\n'],
    ['queries.push(query)\n        closed.length', 'line(query)\n        closed.length'],
    ['let max = Math.ceil(queries.length / (connecting.length + 1))\n', 'let max = 1\n'],
    ['const query = queries.shift()\n', 'const query = taken()\n'],
    ['    ready\n      ? move(c, busy)\n      : move(c, full)\n', '    ready\n      ? move(c, busy)\n      : move(c, full)\n    feed()\n'],
    // Sets up each new connection with a separate statement.
    ['    onnotify        : o.onnotify,\n', '    onnotify        : o.onnotify,\n    setup           : o.setup,\n'],
    ['    idle_timeout    : null,\n', '    idle_timeout    : null,\n    pool_timeout    : null,\n'],
    [
      '  function onend(c) {\n',
      `  function line(q) {
    queries.push(q)
    feed()
    const late = () => queries.remove(q) && q.reject(Errors.connection('CONNECTION_POOL_TIMEOUT', options))
    if (options.pool_timeout && !q.state) q.timer = setTimeout(late, options.pool_timeout * 1000).unref()
  }

  function feed() {
    const moment = performance.now() - ${momentMs}
    for (let passed = 0; passed < busy.length && queries.length && !queries.first.reserve;) {
      const c = busy.shift()
      c.since > moment ? go(c, taken()) : (busy.push(c), passed++)
    }
  }

  function taken() {
    const q = queries.shift()
    clearTimeout(q.timer)
    return q
  }

  function again(q) {
    if (q.reserve) return queries.push(q)
    clearTimeout(q.timer)
    return q
  }\n\n  function onend(c) {\n`,
    ],
    ['{ reserve: resolve, reject }', '{ reserve: resolve, reject: (e) => (queries.remove(query), reject(e)) }'],
  ],
  // The first in the queue.
  'queue.js': [['get length() {', 'get first() {\n      return xs[index]\n    },\n    get length() {']],
  'connection.js': [
    // `begin` takes its connection even if the pipeline is full or it fills the socket. The driver forgot that: other callers' queries went
    // into the transaction and were never committed.
    ['return write(toBuffer(q))\n', 'const isReady = write(toBuffer(q))\n'],
    [
      'sent.length < max_pipeline\n        && (!q.options.onexecute || q.options.onexecute(connection))\n',
      'sent.length < max_pipeline\n      q.options.onexecute && q.options.onexecute(connection)\n      return isReady && !q.options.onexecute\n',
    ],
    // The statement `setup` is the first on a new connection: poolers refuse such settings among the start parameters.
    [', needsTypes = options.fetch_types\n', ', needsTypes = options.fetch_types\n    , needsSetup = false\n'],
    [
      'needsTypes = options.fetch_types\n      statementId',
      'needsTypes = options.fetch_types\n      needsSetup = !!options.setup\n      statementId',
    ],
    [
      'if (needsTypes) {\n',
      'if (needsSetup) {\n        needsSetup = false\n        return void new Query([options.setup], [], execute).catch(() => socket && socket.destroy())\n      }\n\n      if (needsTypes) {\n',
    ],
    // When the query was sent that is answered next.
    ['q.state = backend\n', 'q.state = backend\n      q.since = performance.now()\n'],
    ['(query = q, query.active = true)', '(query = q, query.active = true, connection.since = q.since)'],
    ['(query.active = true, query.cancelled)', '(query.active = true, connection.since = query.since, query.cancelled)'],
    // An idle connection frees its read buffer: the last pieces of many pages made memory grow during a long export.
    [
      'incoming = incoming.subarray(length + 1)\n',
      'incoming = incoming.length > length + 1 ? incoming.subarray(length + 1) : Buffer.alloc(0)\n',
    ],
    // Unsent data of a closed connection is neither sent on the next one, nor does it block its writes.
    [
      'clearImmediate(nextWriteTimer)\n    socket.remove',
      'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.remove',
    ],
    // Between a socket's `error` and its `close` a query was queued, never written and never settled. The pool gives such a connection no
    // more queries, later ones are rejected, and closing rejects the rest, however the socket ended.
    [
      "if (terminated)\n      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))\n",
      `if (terminated)
      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))
    if (!socket || socket.destroyed)
      return queryError(q, Errors.connection('CONNECTION_CLOSED', options))\n`,
    ],
    // Each host is tried once for a query, then it is rejected: the driver tried forever, and several hosts without a pause between.
    ['initial = query\n', 'initial = query\n      tried = 0\n'],
    [', final = null\n\n', ', final = null\n    , tried = 0\n\n'],
    [
      'options.host[retries + 1])\n      return\n\n    errored(err)\n',
      'tried + 1 < options.host.length)\n      return\n\n    onend(connection)\n    errored(err)\n',
    ],
    [
      'if (initial)\n      return reconnect()\n\n    !hadError && (query || sent.length) && error(',
      `const failed = hadError || initial
    if (initial && !ending && ++tried < options.host.length) {
      query && queryError(query, Errors.connection('CONNECTION_CLOSED', options))
      forget()
      return reconnect()
    }

    ;(query || initial || sent.length) && error(`,
    ],
    // The next connection starts from a clean state: it answered its first query with the error or the rows of the last one.
    [
      'closedTime = performance.now()\n    hadError && options.shared.retries++\n',
      'forget()\n    closedTime = performance.now()\n    failed && options.shared.retries++\n',
    ],
    [
      '  /* Handlers */\n',
      `  function forget() {
    query = results = errorResponse = null
    result = new Result()
    rows = 0
    ended && (ended(), ending = ended = null)
  }\n\n  /* Handlers */\n`,
    ],
    // A query cancelled while its connection opened is not sent, so no answer frees the connection: it is freed at once.
    [
      'initial = null\n      return\n    }\n\n    while',
      'const isCancelled = initial.cancelled\n      initial = null\n      if (!isCancelled) return\n    }\n\n    while',
    ],
    // Queries of the connection itself while it opens have no caller to catch their failure, which ended the process.
    ['return fetchArrayTypes()\n', 'return fetchArrayTypes().catch(noop)\n'],
    [
      "backendParameters.in_hot_standby = b.pg_is_in_recovery ? 'on' : 'off'\n    }\n    query.execute()",
      "backendParameters.in_hot_standby = b.pg_is_in_recovery ? 'on' : 'off'\n    }\n    query.catch(noop)",
    ],
  ],
}

function patched(file: string, source: string): string {
  return (patches[basename(file)] ?? []).reduce((text, [before, after]) => {
    if (text.split(before).length !== 2)
      throw new Error(`${file} is not the driver that server/platform/database/driver.ts mends: see docs/decisions/0024.`)
    return text.replace(before, () => after)
  }, source)
}

/** Loads postgres.js with its faults patched, the same from sources, in tests and bundled. */
function load(): typeof postgres {
  const hooks = registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context)
      return url.includes('/postgres/') ? { ...loaded, source: patched(url, String(loaded.source)) } : loaded
    },
  })
  try {
    return createRequire(import.meta.url)('postgres') as typeof postgres
  } finally {
    hooks.deregister()
  }
}

export default load()
