import type { Me } from '#contract/users.ts'
import type { App } from '#server/app.ts'
import { type UserRow, userFrom } from '#server/users/user-row.ts'

/** A person as he sees himself (spec §4); null if he is gone. */
export async function findMe({ sql, config }: App, id: string): Promise<Me | null> {
  const [row] = await sql<UserRow[]>`select id, name, email, role, status, created_at from users where id = ${id}`
  return row ? { ...userFrom(row), isSupport: row.role === 'admin' && row.email === config.supportEmail } : null
}
