import { type WaitingAdmin, waitingAdminsMax } from '#domain/transfer.ts'
import type { App } from '#server/platform/app.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'

/** The people who were admins in the former product and are sellers here, until an admin makes them one. */
export const listWaitingAdmins = ({ sql }: Pick<App, 'sql'>): Promise<WaitingAdmin[]> => sql<WaitingAdmin[]>`
  select u.id, u.name, u.email, ${sql.unsafe(isoOf('u.created_at'))} as "createdAt"
  from transferred_records r join users u on u.id = r.id
  where r.collection = 'users' and r.asks_admin and u.role = 'seller' and u.status <> 'closed' order by u.name, u.id limit ${waitingAdminsMax}`
