import { type WaitingAdmin, waitingAdminsMax } from '#domain/transfer.ts'
import type { App } from '#server/platform/app.ts'

/** The people who were admins in the former product and are sellers here, until an admin makes them one. */
export const listWaitingAdmins = ({ sql }: Pick<App, 'sql'>): Promise<WaitingAdmin[]> => sql<WaitingAdmin[]>`
  select u.id, u.name, u.email, to_char(u.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt"
  from transferred_records r join users u on u.id = r.id
  where r.collection = 'users' and r.asks_admin and u.role = 'seller' and u.status <> 'closed' order by u.name, u.id limit ${waitingAdminsMax}`
