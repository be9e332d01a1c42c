import { createRequire, registerHooks } from 'node:module'
import { basename } from 'node:path'
import type postgres from 'postgres'

/** So long (ms) after a query was sent, others may be sent behind it. Most are answered sooner; one that is not may wait for a lock. */
const momentMs = 100

/**
 * What a transaction (or a reserved line) of postgres.js 3.4.9 does after its line broke: it writes where no socket is any more, which ends the
 * process from a timer (upstream #1154, #1208), or, if somebody else has the line again, in between what that one does. So each knows
 * whether the line is still its own. Why here and like this: docs/decisions/0024.
 */
const refuse = "if (c.reserved !== own) return q.reject(Errors.connection('CONNECTION_CLOSED', options))"
const drop = (queue: string) => `(e) => { while (${queue}.length) ${queue}.shift().reject(e) }`
const mends: Record<string, readonly (readonly [text: string, instead: string])[]> = {
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
    // What waits for its turn in a transaction is rejected with the connection.
    ['move(c, closed)\n    c.reserved = null\n', 'move(c, closed)\n    c.reserved && c.reserved.drop(e)\n    c.reserved = null\n'],
    // A request for a connection is found by whichever is free first, so it stays in the queue while one is opened for it;
    // else it was forgotten when that one was open. When it is refused it leaves the queue; else a free connection went to it and was lost.
    ['connect(c, queries.shift())\n', 'connect(c, again(queries.shift()))\n'],
    // A query is sent behind others only where the first of those was sent a moment ago; else it waits for a connection, at most for
    // `pool_timeout`. The driver sent it behind any other one, such as one that waits for a lock, although other connections were free by then.
    ['busy.length\n      ? go(busy.shift(), query)\n      : queries.push(query)\n', 'line(query)\n'],
    ['queries.push(query)\n        closed.length', 'line(query)\n        closed.length'],
    ['let max = Math.ceil(queries.length / (connecting.length + 1))\n', 'let max = 1\n'],
    ['const query = queries.shift()\n', 'const query = taken()\n'],
    ['    ready\n      ? move(c, busy)\n      : move(c, full)\n', '    ready\n      ? move(c, busy)\n      : move(c, full)\n    feed()\n'],
    // Set up on each new connection, by a statement of its own.
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
  // What is first in the queue of those who wait.
  'queue.js': [['get length() {', 'get first() {\n      return xs[index]\n    },\n    get length() {']],
  'connection.js': [
    // The beginning of a transaction takes its connection also where it is sent behind as many others as are allowed, or fills the socket. The
    // driver forgot it then: other people's queries went into that transaction, which nobody committed.
    ['return write(toBuffer(q))\n', 'const isReady = write(toBuffer(q))\n'],
    [
      'sent.length < max_pipeline\n        && (!q.options.onexecute || q.options.onexecute(connection))\n',
      'sent.length < max_pipeline\n      q.options.onexecute && q.options.onexecute(connection)\n      return isReady && !q.options.onexecute\n',
    ],
    // The statement `setup` comes before everything else on a new connection: connection poolers refuse such settings among the start parameters.
    [', needsTypes = options.fetch_types\n', ', needsTypes = options.fetch_types\n    , needsSetup = false\n'],
    [
      'needsTypes = options.fetch_types\n      statementId',
      'needsTypes = options.fetch_types\n      needsSetup = !!options.setup\n      statementId',
    ],
    [
      'if (needsTypes) {\n',
      'if (needsSetup) {\n        needsSetup = false\n        return void new Query([options.setup], [], execute).catch(() => socket && socket.destroy())\n      }\n\n      if (needsTypes) {\n',
    ],
    // When the query was sent whose answer comes next.
    ['q.state = backend\n', 'q.state = backend\n      q.since = performance.now()\n'],
    ['(query = q, query.active = true)', '(query = q, query.active = true, connection.since = q.since)'],
    ['(query.active = true, query.cancelled)', '(query.active = true, connection.since = query.since, query.cancelled)'],
    // A line that waits keeps nothing of what it read: the last pieces of many pages were what a long export grew by.
    [
      'incoming = incoming.subarray(length + 1)\n',
      'incoming = incoming.length > length + 1 ? incoming.subarray(length + 1) : Buffer.alloc(0)\n',
    ],
    // What was about to be written when the line closed is neither sent on the next one, nor does it keep that from being written to.
    [
      'clearImmediate(nextWriteTimer)\n    socket.remove',
      'clearImmediate(nextWriteTimer)\n    chunk = nextWriteTimer = null\n    socket.remove',
    ],
    // Between a socket's `error` and its `close` a query was queued, never written and never settled. The pool gives such a connection
    // no query any more, what still reaches it is refused, and closing rejects whatever is left, however the socket ended.
    [
      "if (terminated)\n      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))\n",
      `if (terminated)
      return queryError(q, Errors.connection('CONNECTION_DESTROYED', options))
    if (!socket || socket.destroyed)
      return queryError(q, Errors.connection('CONNECTION_CLOSED', options))\n`,
    ],
    // Each host is tried once for a query, then it is rejected: the driver tried forever, several hosts without a pause between.
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
    // The next connection starts with nothing of this one: it answered its first query with a former one's error, or its rows.
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
    // A query that was cancelled while its connection opened is not sent, so no answer makes the connection free: it is free at once.
    [
      'initial = null\n      return\n    }\n\n    while',
      'const isCancelled = initial.cancelled\n      initial = null\n      if (!isCancelled) return\n    }\n\n    while',
    ],
    // What a connection asks for itself while it opens has nobody who hears of its failure, which ended the process.
    ['return fetchArrayTypes()\n', 'return fetchArrayTypes().catch(noop)\n'],
    [
      "backendParameters.in_hot_standby = b.pg_is_in_recovery ? 'on' : 'off'\n    }\n    query.execute()",
      "backendParameters.in_hot_standby = b.pg_is_in_recovery ? 'on' : 'off'\n    }\n    query.catch(noop)",
    ],
  ],
}

function mended(file: string, source: string): string {
  return (mends[basename(file)] ?? []).reduce((text, [before, after]) => {
    if (text.split(before).length !== 2)
      throw new Error(`${file} is not the driver that server/platform/database/driver.ts mends: see docs/decisions/0024.`)
    return text.replace(before, () => after)
  }, source)
}

/** postgres.js with its faults mended as it is loaded, the same from sources, in tests and bundled. */
function load(): typeof postgres {
  const hooks = registerHooks({
    load: (url, context, next) => {
      const loaded = next(url, context)
      return url.includes('/postgres/') ? { ...loaded, source: mended(url, String(loaded.source)) } : loaded
    },
  })
  try {
    return createRequire(import.meta.url)('postgres') as typeof postgres
  } finally {
    hooks.deregister()
  }
}

export default load()
