import type { App } from '#server/platform/app.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

const { strandedMs, sweptAtOnce } = limits.webhook
const switchedOff = refusalText('webhook-off')

/** Gives up what waits for an endpoint that stays switched off, and deletes finished deliveries older than the settings allow. */
export async function sweepDeliveries({ sql, settings }: App): Promise<void> {
  await sql`
    update webhook_deliveries set status = 'dead', last_error = coalesce(last_error, ${switchedOff.message}),
      last_problem = case when last_error is null then ${JSON.stringify(switchedOff)}::jsonb else last_problem end
    where status = 'waiting' and due_at < now() - ${strandedMs} * interval '1 millisecond'
      and endpoint_id in (select id from webhook_endpoints where not enabled)`
  const days = settings.current().webhookLogDays
  for (let swept: number = sweptAtOnce; swept === sweptAtOnce; ) {
    const rows = await sql`
      delete from webhook_deliveries where id in (
        select id from webhook_deliveries where status <> 'waiting' and created_at < now() - ${days} * interval '1 day' limit ${sweptAtOnce}
      ) returning id`
    swept = rows.length
  }
  // Left behind by a node of an older version that still runs during an upgrade.
  await sql`
    delete from webhook_snapshots s using events e where e.id = s.event_id and e.created_at < now() - ${days} * interval '1 day'`
}
