import { sql } from 'drizzle-orm'
import type { FirstSteps } from '#contract/settings.ts'
import type { EventKind } from '#domain/event-kinds.ts'
import { defaultSettings } from '#domain/settings.ts'
import type { App } from '#server/platform/app.ts'

/** Finds which of the first steps in a new marketplace are done. A step that was done stays so, also if its key or seller is gone. */
export async function findFirstSteps({ db, settings }: Pick<App, 'db' | 'settings'>): Promise<FirstSteps> {
  const happened = (kind: EventKind) => sql`exists (select from events where kind = '${sql.raw(kind)}')`
  const [row] = await db.execute<Omit<FirstSteps, 'name'>>(sql`
    select exists (select from users where role = 'seller') or exists (select from invitations where role = 'seller') as sellers,
      ${happened('apiKey.create')} or ${happened('webhook.create')} or exists (select from orders) as storefront`)
  if (!row) throw new Error('The database did not say what was done.')
  const { marketplaceName, logo } = settings.current()
  return { ...row, name: marketplaceName !== defaultSettings.marketplaceName || logo !== null }
}
