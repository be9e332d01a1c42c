import type { Me } from '#contract/users.ts'
import type { User } from '#domain/user.ts'
import { avatarAt } from '#server/images/image-paths.ts'
import type { App } from '#server/platform/app.ts'
import { isoOf } from '#server/platform/database/iso-of.ts'
import { isRequired } from '#server/sessions/required.ts'

/** A person as they see themselves (spec §4); null if the account does not exist. */
export async function findMe({ sql, config }: App, id: string): Promise<Me | null> {
  const [row] = await sql<(User & { isProtected: boolean; image: string | null })[]>`
    select id, name, email, role, status, ${sql.unsafe(isoOf('created_at'))} as "createdAt", image,
      exists (select from second_factors where user_id = users.id and confirmed_at is not null) as "isProtected"
    from users where id = ${id}`
  if (!row) return null
  const { isProtected, image, ...user } = row
  const isAdmin = user.role === 'admin'
  const lacksSecondFactor = isAdmin && !isProtected && (await isRequired(sql))
  return { ...user, avatar: avatarAt(image), isSupport: isAdmin && user.email === config.supportEmail, lacksSecondFactor }
}

/** What suspended people see in the sessions they still have: the reason, and where to appeal; undefined if they are not suspended. */
export async function findSuspension({ sql, config }: App, id: string): Promise<{ reason: string | null; appealTo: string } | undefined> {
  const [row] = await sql<{ reason: string | null }[]>`
    select suspension_reason as reason from users where id = ${id} and status = 'suspended'`
  return row && { reason: row.reason, appealTo: config.supportEmail }
}
