import { expect, test } from 'vitest'
import { feedKinds, historyTypeFor, LivePoll, mayHear } from '#domain/event.ts'
import { roles } from '#domain/user.ts'

/** Who hears a hint about an item that belongs to "owner" (architecture, mechanism 6). */
test('each kind of hint reaches exactly these people', () => {
  const people = roles.flatMap((role) => ['owner', 'other'].map((id) => ({ id, role })))
  const table = feedKinds.map((kind) => {
    const who = people.filter((actor) => mayHear(actor, { kind, ownerId: 'owner' })).map(({ id, role }) => `${id} ${role}`)
    return `${kind}: ${who.join(', ') || 'nobody'}`
  })
  expect(table).toMatchInlineSnapshot(`
    [
      "product.create: owner seller, owner admin",
      "product.submit: owner seller, owner admin, other admin",
      "product.edit: owner seller, owner admin, other admin",
      "product.withdraw: owner seller, owner admin, other admin",
      "product.approve: owner seller, owner admin, other admin",
      "product.reject: owner seller, owner admin, other admin",
      "product.archive: owner seller, owner admin, other admin",
      "product.restore: owner seller, owner admin, other admin",
      "product.assign: owner seller, owner admin, other admin",
      "product.delete: owner seller, owner admin, other admin",
      "editRequest.create: owner seller, owner admin, other admin",
      "editRequest.edit: owner seller, owner admin, other admin",
      "editRequest.withdraw: owner seller, owner admin, other admin",
      "editRequest.approve: owner seller, owner admin, other admin",
      "editRequest.approvePartly: owner seller, owner admin, other admin",
      "editRequest.reject: owner seller, owner admin, other admin",
      "editRequest.supersede: owner seller, owner admin, other admin",
      "user.register: owner seller, owner admin, other admin",
      "user.profile: owner seller, owner admin, other admin",
      "user.password: owner seller, owner admin, other admin",
      "user.email: owner seller, owner admin, other admin",
      "user.secondFactor: owner seller, owner admin, other admin",
      "user.role: owner seller, owner admin, other admin",
      "user.signOut: owner seller, owner admin, other admin",
      "user.suspend: owner seller, owner admin, other admin",
      "user.reactivate: owner seller, owner admin, other admin",
      "user.close: owner seller, owner admin, other admin",
      "user.invite: owner seller, owner admin, other admin",
      "user.uninvite: owner seller, owner admin, other admin",
      "message.send: owner seller, owner admin, other admin",
      "message.stop: owner seller, owner admin, other admin",
      "order.placed: owner seller, owner admin, other admin",
      "order.paid: owner seller, owner admin, other admin",
      "order.refunded: owner seller, owner admin, other admin",
      "order.shipped: owner seller, owner admin, other admin",
      "order.delivered: owner seller, owner admin, other admin",
      "order.cancelled: owner seller, owner admin, other admin",
      "order.erased: owner seller, owner admin, other admin",
      "settings.edit: owner seller, other seller, owner admin, other admin",
      "apiKey.create: owner seller, owner admin, other admin",
      "apiKey.revoke: owner seller, owner admin, other admin",
      "chat.message: owner seller, owner admin, other admin",
      "chat.solve: owner seller, owner admin, other admin",
      "chat.reopen: owner seller, owner admin, other admin",
      "chat.assign: other admin",
      "chat.block: owner seller, owner admin, other admin",
      "chat.unblock: owner seller, owner admin, other admin",
      "webhook.create: owner seller, owner admin, other admin",
      "webhook.edit: owner seller, owner admin, other admin",
      "webhook.reveal: owner seller, owner admin, other admin",
      "webhook.rotate: owner seller, owner admin, other admin",
      "webhook.delete: owner seller, owner admin, other admin",
      "webhook.disable: owner seller, owner admin, other admin",
      "webhook.fail: owner seller, owner admin, other admin",
      "notification.change: owner seller, owner admin",
      "import.change: owner seller, owner admin",
      "bulk.change: owner admin, other admin",
      "product.look: owner admin, other admin",
      "order.change: owner seller, owner admin",
      "chat.read: owner seller, owner admin, other admin",
      "chat.typing: owner seller, owner admin, other admin",
      "chat.note: other admin",
      "webhook.change: owner admin, other admin",
      "session.change: nobody",
    ]
  `)
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
