import type { Role } from '#domain/user.ts'
import { addSession, type Person } from './people.ts'
import type { TestApp } from './test-app.ts'
import type { TestServer } from './test-server.ts'

export const password = 'a lantern in the fog'

/** Steps of people who have a password, over the wire. */
export function accountSteps({ app: { sql, db } }: Pick<TestApp, 'app'>, { ask }: Pick<TestServer, 'ask'>) {
  const post = (path: string, json: unknown, headers: Record<string, string> = {}) =>
    ask(`/api/auth/${path}`, { method: 'POST', json, headers })
  let count = 0
  /** Signs a person up, confirms the address, and signs them in. */
  const member = async (name: string, role: Role = 'seller'): Promise<Person> => {
    const email = `${name.split(' ')[0]?.toLowerCase()}${++count}@example.com`
    await post('sign-up', { name, email, password })
    const [{ id } = { id: '' }] = await sql<{ id: string }[]>`
      update users set role = ${role}, email_verified = true where email = ${email} returning id`
    return { id, name, email, role, status: 'active', ...(await addSession(db, id)) }
  }
  return { post, member }
}
