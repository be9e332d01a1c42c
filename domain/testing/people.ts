import type { Actor } from '#domain/user.ts'

/** A person for tests of rules; by default an active seller. */
export const person = (id: string, about: Partial<Actor> = {}): Actor => ({
  id,
  role: 'seller',
  status: 'active',
  name: id,
  email: `${id}@example.com`,
  sessionId: `session of ${id}`,
  ...about,
})

/** Everyone who may or may not act on an item that belongs to "owner". */
export const people: Record<string, Actor> = {
  owner: person('owner'),
  rival: person('rival'),
  'suspended owner': person('owner', { status: 'suspended' }),
  admin: person('admin', { role: 'admin' }),
  'suspended admin': person('admin', { role: 'admin', status: 'suspended' }),
}
