import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { whyNot } from '#domain/moves.ts'
import type { ProductStatus } from '#domain/product.ts'
import { missingIn, type ProductMove, productMoves, productStatuses } from '#domain/product-rules.ts'
import type { Actor } from '#domain/user.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { complete } from '#server/products/complete.ts'
import { moveCondition } from '#server/products/decide/move-condition.ts'
import { blurred, chair, upload } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, suspended, admin, secondAdmin, kindsOf } = testApp

test('the SQL condition and the sentence on the button agree, for every move, person and status', async () => {
  const suspendedAdmin = await testApp.person('Sulla', { role: 'admin', status: 'suspended' })
  const closed = await testApp.person('Clovis', { status: 'closed' })
  const people: Actor[] = [seller, rival, suspended, admin, suspendedAdmin, closed]
  const owners = [seller.id, suspended.id, closed.id, admin.id, null]
  for (const status of productStatuses)
    for (const archivedByAdmin of [false, true])
      for (const seller_id of owners) {
        const id = newId()
        await app.sql`insert into products (id, title, seller_id, status, archived_by_admin) values (${id}, 'Thing', ${seller_id}, ${status}, ${archivedByAdmin})`
        for (const actor of people)
          for (const name of Object.keys(productMoves) as ProductMove[]) {
            const [row] = await app.db.execute(sql`select (${moveCondition(name, actor)}) is true as may from products where id = ${id}`)
            const sellerIs = {
              sellerClosed: seller_id === closed.id,
              sellerSuspended: seller_id === suspended.id,
              sellerIsAdmin: seller_id === admin.id,
            }
            const problem = whyNot(actor, productMoves[name], { status, seller_id, archivedByAdmin, ...sellerIs })
            expect(row?.may, `${name} by ${actor.name}, ${status}`).toBe(problem === null)
          }
      }
})

test('SQL and form agree on which products are complete, whatever is missing', async () => {
  const image = { url: '/files/a', path: 'a', name: 'a', width: 1, height: 1, thumbnails: {} }
  const product = fc.record({
    title: fc.constantFrom('', 'ab', '🪑🪑', '🪑🪑🪑', 'Oak chair'),
    description: fc.constantFrom('', 'Solid.'),
    price: fc.constantFrom(null, 12_000),
    category: fc.constantFrom(null, '', 'Home'),
    stock: fc.constantFrom(null, 0, 3),
    images: fc.constantFrom([], [image]),
  })
  await fc.assert(
    fc.asyncProperty(product, async ({ title, description, price, category, stock, images }) => {
      const [row] = await app.db.execute(sql`
        select ${complete} is true as yes from (select ${title}::text as title, ${description}::text as description, ${price}::bigint as price,
          ${category}::text as category, ${stock}::integer as stock, ${JSON.stringify(images)}::jsonb as images) products`)
      expect(row?.yes).toBe(missingIn({ title, description, price, category, stock, images }).length === 0)
    }),
  )
})

const moveOf = {
  submit: 'submit',
  withdraw: 'withdraw',
  approve: 'approve',
  reject: 'reject',
  archive: 'archive',
  restore: 'restore',
  undo: 'undo',
  edit: 'edit',
  retitle: 'edit',
  reprice: 'edit',
  delete: 'delete',
} as const satisfies Record<string, ProductMove>
type Push = keyof typeof moveOf
const people = { seller, rival, admin, secondAdmin }

type Step = { who: keyof typeof people; move: Push; stale: boolean }
const steps = fc.array(
  fc.record<Step>({
    who: fc.constantFrom('seller', 'seller', 'rival', 'admin', 'secondAdmin'),
    // Deleting, which ends the run, is rare; moves back and forth are frequent.
    move: fc.constantFrom(
      ...(Object.keys(moveOf) as Push[]),
      'archive',
      'restore',
      'restore',
      'approve',
      'submit',
      'retitle',
      'undo',
      'undo',
    ),
    stale: fc.boolean(),
  }),
  { minLength: 5, maxLength: 14 },
)
const bySeller = (...moves: Push[]): [boolean, Step[]] => [true, moves.map((move) => ({ who: 'seller', move, stale: false }))]
type State = { status: ProductStatus; version: number; archivedByAdmin: boolean }

let nth = 0

function take(id: string, { who, move }: Step, { status, version }: State): Promise<unknown> {
  const products = caller(people[who]).products
  // Always a new value: the same one would be no change and no event.
  nth += 1
  if (move === 'approve') return products.approve({ id, status, version })
  if (move === 'reject') return products.reject({ id, status, version, ...blurred })
  if (move === 'undo') return products.undo({ id, status, version })
  if (move === 'edit') return products.edit({ id, version, change: { stock: nth } })
  if (move === 'retitle') return products.edit({ id, version, change: { title: `Title ${newId()}` } })
  if (move === 'reprice') return products.edit({ id, version, change: { price: 1 + ((nth * 37_813) % 100_003) } })
  return products[move]({ id })
}

/** An edit of a product on sale that changed nothing live: all of it waits for review. */
const isWaiting = (made: unknown) =>
  typeof made === 'object' && made !== null && 'applied' in made && Array.isArray(made.applied) && made.applied.length === 0

/** The waiting requests of a product; asserts that the product names the same one. */
async function waitingFor(id: string): Promise<string[]> {
  const waiting = await app.sql<{ id: string }[]>`select id from edit_requests where product_id = ${id} and status = 'pending'`
  const [product] = await app.sql<{ request: string | null }[]>`select edit_request_id as request from products where id = ${id}`
  expect(product?.request ?? null).toBe(waiting[0]?.id ?? null)
  return waiting.map((request) => request.id)
}

test('whatever people do, a product only moves along the table of moves, and each step has its event', async () => {
  const restored = { approved: 0, pending: 0 }
  let undone = 0
  await fc.assert(
    fc.asyncProperty(fc.boolean(), steps, async (onSale, walk) => {
      const { id } = await caller(seller).products.create({ ...chair(), draft: true })
      const { path } = await upload(testApp, seller, id)
      await caller(seller).products.nameImages({ id, images: [path] })
      /** The version that an admin approved last. */
      let approved: number | null = null
      /** The last decision, if nothing followed it: who made it, the event of its undo, and the state before it. */
      let undoable: { who: string; kind: string; state: State; approved: number | null } | null = null
      if (onSale) {
        const { version } = await caller(admin).products.approve(await caller(seller).products.submit({ id }))
        const state = { status: 'pending' as const, version, archivedByAdmin: false }
        undoable = { who: 'admin', kind: 'product.undoApprove', state, approved }
        approved = version
      }
      const stateOf = async () =>
        (await app.sql<State[]>`select status, version, archived_by_admin as "archivedByAdmin" from products where id = ${id}`)[0]
      let first = await stateOf()
      for (const step of walk) {
        const before = await stateOf()
        const events = await kindsOf(id)
        const expected = (step.stale ? first : before) ?? { status: 'draft' as const, version: 1, archivedByAdmin: false }
        first ??= before
        const outcome = await take(id, step, expected).then(
          (made) => (isWaiting(made) ? 'waits' : 'done'),
          (error) => error.code,
        )
        const after = await stateOf()
        const news = (await kindsOf(id)).slice(events.length)
        const move = productMoves[moveOf[step.move]]
        expect(await waitingFor(id)).toEqual(after?.status === 'approved' ? expect.any(Array) : [])
        if (outcome === 'waits') {
          expect([before?.status, after, news, (await waitingFor(id)).length]).toEqual(['approved', before, [], 1])
          undoable = null
          continue
        }
        if (outcome !== 'done') {
          expect(outcome).not.toBe('internal')
          expect(after).toEqual(before)
          expect(news).toEqual([])
          continue
        }
        if (!before) throw new Error('Something was done with what is gone.')
        expect(whyNot(people[step.who], move, { ...before, seller_id: seller.id })).toBe(null)
        if (step.move === 'undo') {
          if (!(undoable && after)) throw new Error('Something was undone that could not be.')
          undone += 1
          expect(undoable.who).toBe(step.who)
          expect(after).toEqual({ ...undoable.state, version: before.version + 1 })
          expect(news.slice(0, 1)).toEqual([undoable.kind])
          approved = undoable.approved === before.version ? after.version : undoable.approved
          undoable = null
          continue
        }
        const isDecision = ['approve', 'reject', 'archive'].includes(step.move)
        const kind = `product.undo${step.move[0]?.toUpperCase()}${step.move.slice(1)}`
        undoable = isDecision ? { who: step.who, kind, state: before, approved } : null
        if (step.move === 'approve') approved = before.version
        const to = step.move === 'restore' && before.version !== approved ? 'pending' : (move.to ?? before.status)
        if (step.move === 'delete') expect(after).toBe(undefined)
        else
          expect(after).toMatchObject({
            status: to,
            archivedByAdmin: to === 'archived' && (before.archivedByAdmin || (step.move === 'archive' && step.who !== 'seller')),
          })
        const resubmitted = step.move === 'restore' && to === 'pending'
        expect(news).toEqual([`product.${moveOf[step.move]}`, ...(resubmitted ? ['product.submit'] : [])])
        if (step.move === 'restore') restored[resubmitted ? 'pending' : 'approved'] += 1
      }
    }),
    {
      numRuns: 30,
      examples: [
        bySeller('archive', 'restore'),
        bySeller('archive', 'undo', 'archive', 'restore'),
        bySeller('retitle', 'archive', 'undo', 'undo', 'retitle', 'archive'),
        bySeller('archive', 'retitle', 'restore'),
        bySeller('retitle', 'archive', 'restore', 'retitle', 'delete'),
      ],
    },
  )
  expect(Math.min(...Object.values(restored))).toBeGreaterThan(0)
  expect(undone).toBeGreaterThan(0)
})
