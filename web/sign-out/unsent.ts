import type { Me } from '#contract/users.ts'
import { sendingNow } from '#web/approval/decisions.ts'
import { namesOnDevice } from '#web/platform/drafts/device-memory.ts'
import { queries } from '#web/platform/queries/queries.ts'
import { client } from '#web/platform/rpc/rpc.ts'

/** Something that a sign-out would lose, and how many of it. */
export type Unsent = { what: 'messages' | 'drafts' | 'forms' | 'rejections' | 'decisions' | 'bulk'; count: number }

/** What this person began and did not save or send; a sign-out warns of it (product §11). */
export async function findUnsent({ id, role }: Me): Promise<Unsent[]> {
  const kept = namesOnDevice(id)
  const countOf = (start: string) => kept.filter((name) => name.startsWith(start)).length
  const [messages, drafts, rejections] = [countOf('unsent:'), countOf('chat:'), countOf('rejection:')]
  const all: Unsent[] = [
    { what: 'messages', count: messages },
    { what: 'drafts', count: drafts },
    { what: 'forms', count: kept.length - messages - drafts - rejections },
    { what: 'rejections', count: rejections },
    { what: 'decisions', count: sendingNow(queries) },
    { what: 'bulk', count: role === 'admin' ? await leftOfBulk() : 0 },
  ]
  return all.filter(({ count }) => count > 0)
}

/** How much of the bulk decisions begun in this session is not decided yet, and is refused without it; those begun elsewhere go on. */
async function leftOfBulk(): Promise<number> {
  // Whoever cannot be asked cannot sign anybody out either; that is said there.
  const all = await client.bulkDecisions.list().catch(() => [])
  const open = all.filter(({ inThisSession, status }) => inThisSession && (status === 'held' || status === 'running'))
  return open.reduce((sum, { items, results }) => sum + items.length - results.length, 0)
}
