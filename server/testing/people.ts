import { randomBytes } from 'node:crypto'
import type { Actor, Role, UserStatus } from '#domain/user.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { sessions } from '#server/platform/database/tables/sign-in.ts'
import { users } from '#server/platform/database/tables/users.ts'

/** A person of a test: a row in `users` with a live session. */
export type Person = Actor & { sessionToken: string }

const dayMs = 24 * 60 * 60 * 1000

/** Adds a person, signed in. */
export async function addPerson(db: Database, name: string, about: { role?: Role; status?: UserStatus } = {}): Promise<Person> {
  const { role = 'seller', status = 'active' } = about
  const id = newId()
  const email = `${name.toLowerCase().replace(/\W+/g, '.')}.${id.slice(-12)}@example.com`
  await db.insert(users).values({ id, name, email, role, status })
  return { id, role, status, name, email, ...(await addSession(db, id)) }
}

/** Signs a person in again, as on another device. */
export async function addSession(db: Database, userId: string): Promise<{ sessionId: string; sessionToken: string }> {
  const sessionId = newId()
  const sessionToken = randomBytes(24).toString('base64url')
  await db.insert(sessions).values({ id: sessionId, token: sessionToken, userId, expiresAt: new Date(Date.now() + dayMs) })
  return { sessionId, sessionToken }
}

/** Restores the first session of a person if it was ended. */
export async function restoreSession(db: Database, { id: userId, sessionId, sessionToken }: Person): Promise<void> {
  const row = { id: sessionId, token: sessionToken, userId, expiresAt: new Date(Date.now() + dayMs) }
  await db.insert(sessions).values(row).onConflictDoNothing()
}
