import { expect, test } from 'vitest'
import { LivePoll } from '#domain/event.ts'
import { feedKinds, historyTypeFor, mayHear } from '#domain/event-kinds.ts'
import { roles } from '#domain/user.ts'

/** Who hears a hint about an item that belongs to "owner" (architecture, mechanism 6). */
test('a hint reaches the owner of the item and admins; these kinds reach others', () => {
  const people = roles.flatMap((role) => ['owner', 'other'].map((id) => ({ id, role })))
  const table = feedKinds.map((kind) => {
    const who = people.filter((actor) => mayHear(actor, { kind, ownerId: 'owner' })).map(({ id, role }) => `${id} ${role}`)
    return [kind, who.join(', ') || 'nobody']
  })
  expect(Object.fromEntries(table.filter(([, who]) => who !== 'owner seller, owner admin, other admin'))).toEqual({
    'product.create': 'owner seller, owner admin',
    'settings.edit': 'owner seller, other seller, owner admin, other admin',
    'chat.assign': 'other admin',
    'notification.change': 'owner seller, owner admin',
    'import.change': 'owner seller, owner admin',
    'bulk.change': 'owner admin, other admin',
    'savedView.change': 'owner seller, owner admin',
    'savedView.share': 'owner admin, other admin',
    'product.look': 'owner admin, other admin',
    'order.change': 'owner seller, owner admin',
    'chat.note': 'other admin',
    'webhook.change': 'owner admin, other admin',
    'session.change': 'nobody',
  })
})

test('admins do not hear that a product is being created, because they cannot see it yet', () => {
  const admin = { id: 'admin', role: 'admin' } as const
  expect(mayHear(admin, { kind: 'product.create', ownerId: 'seller' })).toBe(false)
  expect(mayHear(admin, { kind: 'product.create', ownerId: null })).toBe(false)
  expect(mayHear(admin, { kind: 'product.submit', ownerId: 'seller' })).toBe(true)
})

test('only admins hear of an item without an owner', () => {
  expect(mayHear({ id: 'seller', role: 'seller' }, { kind: 'product.approve', ownerId: null })).toBe(false)
  expect(mayHear({ id: 'admin', role: 'admin' }, { kind: 'product.approve', ownerId: null })).toBe(true)
})

test('the history lists a restore by an admin under approvals and one by the owner under edits', () => {
  expect(historyTypeFor({ kind: 'product.restore', actorId: 'admin', ownerId: 'seller' })).toBe('product_approval')
  expect(historyTypeFor({ kind: 'product.restore', actorId: 'seller', ownerId: 'seller' })).toBe('product_edit')
})

test('a poll waits 5 to 30 seconds, and 30 by default (spec §9)', () => {
  expect(LivePoll.parse({})).toEqual({ wait: 30 })
  for (const wait of ['5', '17', '30']) expect(LivePoll.parse({ wait })).toEqual({ wait: Number(wait) })
  for (const wait of ['4', '31', '5.5', '', ['5', '6'], 5]) expect(LivePoll.safeParse({ wait }).success).toBe(false)
})
