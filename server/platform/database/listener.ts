import { setTimeout as wait } from 'node:timers/promises'
import { type Connection, type ConnectionOptions, openConnection } from '#server/platform/database/connection.ts'

/** The pause (ms) before a lost connection is opened again. */
export const listenAgainMs = 100

/** Opens LISTEN on a connection of its own, when it is first used. When that is lost, another one takes its place. */
export function openListener(options: ConnectionOptions) {
  const takers = new Map<string, Set<() => void>>()
  let live: Connection | undefined
  let opening: Promise<void> | undefined
  let isOver = false

  async function open(): Promise<void> {
    const connection: Connection = await openConnection(options, () => {
      if (!connection.isLost || live !== connection) return
      live = undefined
      opening = openAgain()
    })
    connection.onNotification((channel) => {
      for (const take of takers.get(channel) ?? []) take()
    })
    for (const channel of takers.keys()) await connection.ask(`listen ${channel}`)
    live = connection
    opening = undefined
  }
  async function openAgain(): Promise<void> {
    while (!isOver && !live) await open().catch(() => wait(listenAgainMs, undefined, { ref: false }))
  }
  return {
    listen: async (channel: string, take: () => void) => {
      takers.set(channel, (takers.get(channel) ?? new Set()).add(take))
      opening ??= live ? undefined : open()
      await (live?.ask(`listen ${channel}`) ?? opening)
      return () => takers.get(channel)?.delete(take)
    },
    end: async () => {
      isOver = true
      await opening?.catch(() => {})
      live?.destroy('CONNECTION_ENDED')
    },
  }
}
