import { type SQL, sql } from 'drizzle-orm'
import type { ChatActor } from '#domain/chat.ts'
import type { App } from '#server/platform/app.ts'
import { assertActive, stillActive } from '#server/sessions/still-active.ts'

/** SQL condition: the actor may still act, as `stillActive`. A buyer has no session: their token came with the request. */
export const mayStillChat = (actor: ChatActor): SQL => (actor.role === 'buyer' ? sql`true` : stillActive(actor))

/** Throws if a write with the condition `mayStillChat` changed nothing because of the actor; returns otherwise. */
export async function assertMayStillChat(app: Pick<App, 'sql'>, actor: ChatActor): Promise<void> {
  if (actor.role !== 'buyer') await assertActive(app, actor)
}
