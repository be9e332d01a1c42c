import { expect, test } from 'vitest'
import { type Movable, roles, type UserMove, userMoves, userStatuses, whyNotUser } from '#domain/user.ts'

const ada = { id: 'ada', role: 'admin', status: 'active' } as const
const people: [string, Movable][] = [
  ...roles.flatMap((role) =>
    userStatuses.map((status): [string, Movable] => [`${status} ${role}`, { id: 'other', role, status, isSupport: false }]),
  ),
  ['oneself', { ...ada, isSupport: false }],
  ['the support admin', { id: 'support', role: 'admin', status: 'active', isSupport: true }],
  ['the last active admin', { id: 'last', role: 'admin', status: 'active', isSupport: false, isLastAdmin: true }],
]

test('an admin may make exactly these moves on each person', () => {
  const moves = Object.keys(userMoves) as UserMove[]
  const table = people.map(([who, user]) => `${who}: ${moves.map((name) => `${name} ${whyNotUser(ada, name, user) ?? 'yes'}`).join(', ')}`)
  expect(table).toMatchInlineSnapshot(`
    [
      "active seller: suspend yes, reactivate wrong-status, undo yes, makeAdmin yes, makeSeller wrong-status",
      "suspended seller: suspend wrong-status, reactivate yes, undo yes, makeAdmin wrong-status, makeSeller wrong-status",
      "closed seller: suspend wrong-status, reactivate wrong-status, undo wrong-status, makeAdmin wrong-status, makeSeller wrong-status",
      "active admin: suspend yes, reactivate wrong-status, undo yes, makeAdmin wrong-status, makeSeller yes",
      "suspended admin: suspend wrong-status, reactivate yes, undo yes, makeAdmin wrong-status, makeSeller yes",
      "closed admin: suspend wrong-status, reactivate wrong-status, undo wrong-status, makeAdmin wrong-status, makeSeller wrong-status",
      "oneself: suspend own-account, reactivate wrong-status, undo own-account, makeAdmin wrong-status, makeSeller own-account",
      "the support admin: suspend support-account, reactivate wrong-status, undo support-account, makeAdmin wrong-status, makeSeller support-account",
      "the last active admin: suspend last-admin, reactivate wrong-status, undo last-admin, makeAdmin wrong-status, makeSeller last-admin",
    ]
  `)
})

test('a seller may make no move on a person, and neither may a suspended admin', () => {
  for (const name of Object.keys(userMoves) as UserMove[]) {
    for (const [, user] of people) {
      expect(whyNotUser({ ...ada, role: 'seller' }, name, user)).toBe('not-allowed')
      expect(whyNotUser({ ...ada, status: 'suspended' }, name, user)).toBe('account-suspended')
    }
  }
})
