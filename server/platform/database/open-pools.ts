import type { App } from '#server/platform/app.ts'
import type { PoolUse } from '#server/platform/database/connection-pool.ts'
import { type Address, type Connections, connect, type Pool, type TimeLimits } from '#server/platform/database/database.ts'
import { limits } from '#server/platform/limits/limits.ts'

export type Pools = Pick<App, 'sql' | 'db' | 'identity' | 'chat' | 'notices' | 'background'>

/**
 * How long (s) a node that stops waits for statements that are still under way. It has waited for calls and workers before: what is left was
 * given up, and nothing reads its answer.
 */
const endS = 1

/** Opens the connections of a node, of which `forCalls` are for ordinary calls. Work that must not block other work has its own pool. */
export function openPools(address: Address, forCalls: number): { pools: Pools; close: () => Promise<void> } {
  const { request, core, background, pools: sizes } = limits.database
  const opened: Connections[] = []
  const open = (size: number, limited: TimeLimits): Pool => {
    const connections = connect(address, size, limited, endS)
    opened.push(connections)
    return { sql: connections.sql, db: connections.db }
  }
  const pools: Pools = {
    ...open(forCalls, request),
    identity: open(sizes.identity, core),
    chat: open(sizes.chat, core),
    notices: open(sizes.notices, core),
    background: open(sizes.background, background),
  }
  return { pools, close: async () => void (await Promise.all(opened.map(({ close }) => close()))) }
}

/** The pools of a node by the names of their metrics, with their sizes and their use. */
export function poolsOf(app: Pools): { name: string; size: number; use: PoolUse }[] {
  const { identity, chat, notices, background } = app
  const pools: Record<string, Pool> = { calls: app, identity, chat, notices, background }
  return Object.entries(pools).map(([name, { sql }]) => ({ name, size: sql.options.max, use: sql.use() }))
}
