import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyNot } from '#domain/moves.ts'
import { type ProductMove, type ProductStatus, productMoves, productStatuses } from '#domain/product.ts'
import type { Actor } from '#domain/user.ts'
import { newId } from '#server/database/new-id.ts'
import { moveCondition } from '#server/products/move-condition.ts'
import { blurred, chair, upload } from '#server/testing/listing.ts'
import { openWorld } from '#server/testing/world.ts'

const world = await openWorld()
const { app, caller, seller, rival, suspended, admin, secondAdmin } = world

test('the condition in the statement and the sentence on the button agree, for every move, person and status', async () => {
  const suspendedAdmin = await world.person('Sulla', { role: 'admin', status: 'suspended' })
  const closed = await world.person('Clovis', { status: 'closed' })
  const people: Actor[] = [seller, rival, suspended, admin, suspendedAdmin, closed]
  const owners = [seller.id, suspended.id, closed.id, null]
  for (const status of productStatuses)
    for (const archivedByAdmin of [false, true])
      for (const seller_id of owners) {
        const id = newId()
        await app.sql`insert into products (id, title, seller_id, status, archived_by_admin) values (${id}, 'Thing', ${seller_id}, ${status}, ${archivedByAdmin})`
        for (const actor of people)
          for (const name of Object.keys(productMoves) as ProductMove[]) {
            const [row] = await app.db.execute(sql`select (${moveCondition(name, actor)}) is true as may from products where id = ${id}`)
            const problem = whyNot(actor, productMoves[name], { status, seller_id, archivedByAdmin })
            expect(row?.may, `${name} by ${actor.name}, ${status}`).toBe(problem === null)
          }
      }
})

type Step = {
  who: 'seller' | 'rival' | 'admin' | 'secondAdmin'
  move: 'submit' | 'approve' | 'reject' | 'edit' | 'retitle' | 'delete'
  stale: boolean
}
const steps = fc.array(
  fc.record<Step>({
    who: fc.constantFrom('seller', 'rival', 'admin', 'secondAdmin'),
    move: fc.constantFrom('submit', 'approve', 'reject', 'edit', 'retitle', 'delete'),
    stale: fc.boolean(),
  }),
  { minLength: 5, maxLength: 12 },
)
const people = { seller, rival, admin, secondAdmin }
type Seen = { status: ProductStatus; version: number }

function take(id: string, { who, move }: Step, { status, version }: Seen): Promise<unknown> {
  const products = caller(people[who]).products
  if (move === 'submit') return products.submit({ id })
  if (move === 'delete') return products.delete({ id })
  if (move === 'approve') return products.approve({ id, status, version })
  if (move === 'reject') return products.reject({ id, status, version, ...blurred })
  const change = move === 'edit' ? { stock: Math.floor(Math.random() * 1000) } : { title: `Title ${newId()}` }
  return products.edit({ id, version, change })
}

const moveOf = { submit: 'submit', approve: 'approve', reject: 'reject', edit: 'edit', retitle: 'edit', delete: 'delete' } as const

test('however people push, a product only ever walks along the table of moves, and each step has its event', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (walk) => {
      const { id } = await caller(seller).products.create({ ...chair(), draft: true })
      const { path } = await upload(world, seller, id)
      await caller(seller).products.nameImages({ id, images: [path] })
      const stateOf = async () => (await app.sql<Seen[]>`select status, version from products where id = ${id}`)[0]
      const countOf = async () => (await app.sql`select 1 from events where item_id = ${id}`).length
      let first = await stateOf()
      for (const step of walk) {
        const [before, events] = [await stateOf(), await countOf()]
        const seen = (step.stale ? first : before) ?? { status: 'draft' as const, version: 1 }
        first ??= before
        const outcome = await take(id, step, seen).then(
          () => 'done',
          (error) => error.code,
        )
        const after = await stateOf()
        const move = productMoves[moveOf[step.move]]
        if (outcome !== 'done') {
          expect(outcome).not.toBe('internal')
          expect(after).toEqual(before)
          expect(await countOf()).toBe(events)
          continue
        }
        expect(before && whyNot(people[step.who], move, { status: before.status, seller_id: seller.id })).toBe(null)
        if (step.move === 'delete') expect(after).toBe(undefined)
        else expect(after?.status).toBe(move.to ?? before?.status)
        expect(await countOf()).toBe(events + 1)
      }
    }),
    { numRuns: 25 },
  )
})
