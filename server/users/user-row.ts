import type { User } from '#domain/user.ts'

/** A row of `users` as the driver gives it: moments are PostgreSQL's text. */
export type UserRow = Omit<User, 'createdAt'> & { created_at: string }

export const userFrom = ({ id, name, email, role, status, created_at }: UserRow): User => ({
  id,
  name,
  email,
  role,
  status,
  createdAt: new Date(created_at).toISOString(),
})
