import { createRequire, registerHooks } from 'node:module'
import { basename } from 'node:path'
import type postgres from 'postgres'

/**
 * What a transaction (or a reserved line) of postgres.js 3.4.9 does after its line broke: it writes where no socket is any more, which ends the
 * process from a timer (upstream #1154, #1208), or, if somebody else has the line again, in between what that one does. So each knows
 * whether the line is still its own. Why here and like this: docs/decisions/0024.
 */
const refuse = "if (c.reserved !== own) return q.reject(Errors.connection('CONNECTION_CLOSED', options))"
const mends: Record<string, readonly (readonly [text: string, instead: string])[]> = {
  'index.js': [
    ['c.reserved.release = true\n', 'c.reserved.release = true\n    const own = c.reserved\n'],
    ['sql.release = () => {\n', 'sql.release = () => {\n      if (c.reserved !== own) return\n'],
    ['function handler(q) {\n      c.queue', `function handler(q) {\n      ${refuse}\n      c.queue`],
    ['let savepoints = 0\n', 'let own = null\n      , savepoints = 0\n'],
    ['uncaughtError = e))\n        c.queue', `uncaughtError = e))\n        ${refuse}\n        c.queue`],
    [': move(c, reserved)\n    }\n  }\n', ': move(c, reserved)\n      own = c.reserved\n    }\n  }\n'],
  ],
  'connection.js': [
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
  ],
}

function mended(file: string, source: string): string {
  return (mends[basename(file)] ?? []).reduce((text, [before, after]) => {
    if (text.split(before).length !== 2)
      throw new Error(`${file} is not the driver that server/database/driver.ts mends: see docs/decisions/0024.`)
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
