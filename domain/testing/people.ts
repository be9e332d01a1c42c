import type { Actor } from '#domain/user.ts'

/** Somebody of a test of rules; an active seller unless said otherwise. */
export const person = (id: string, about: Partial<Actor> = {}): Actor => ({
  ...{ id, role: 'seller', status: 'active', name: id, email: `${id}@example.com`, sessionId: `session of ${id}` },
  ...about,
})

/** Everybody who may or may not do something with what belongs to "owner". */
export const people: Record<string, Actor> = {
  owner: person('owner'),
  rival: person('rival'),
  'suspended owner': person('owner', { status: 'suspended' }),
  admin: person('admin', { role: 'admin' }),
  'suspended admin': person('admin', { role: 'admin', status: 'suspended' }),
}
