import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type EditRequestMove,
  editRequestMoves,
  editRequestStatuses,
  needsReview,
  routeChange,
  type UnderReview,
} from '#domain/edit-request.ts'
import { limits } from '#domain/limits.ts'
import { whyNot } from '#domain/moves.ts'
import { contentFields, reviewableFields } from '#domain/product-fields.ts'
import { productStatuses } from '#domain/product-rules.ts'
import { defaultSettings } from '#domain/settings.ts'
import { people } from '#domain/testing/people.ts'

test('each person may make exactly these moves of an edit request, from these statuses', () => {
  const rows = (Object.keys(editRequestMoves) as EditRequestMove[]).map((name) => {
    const move = editRequestMoves[name]
    const who = Object.entries(people).flatMap(([title, actor]) => {
      const from = editRequestStatuses.filter((status) => !whyNot(actor, move, { status, seller_id: 'owner' }))
      return from.length > 0 ? [`${title} (${from.join(', ')})`] : []
    })
    return `${name} → ${move.to ?? 'as it was'}: ${who.join(', ') || 'nobody'}`
  })
  expect(rows).toMatchInlineSnapshot(`
    [
      "edit → as it was: owner (pending)",
      "approve → approved: admin (pending)",
      "approvePartly → partly_approved: admin (pending)",
      "reject → rejected: admin (pending)",
      "withdraw → withdrawn: owner (pending)",
      "supersede → superseded: nobody",
      "undo → pending: admin (approved, partly_approved, rejected)",
    ]
  `)
})

describe('a change of a product', () => {
  const rules = { reviewedFields: defaultSettings.reviewedFields, priceReviewPercent: defaultSettings.priceReviewPercent }
  const approved: UnderReview = { product: { status: 'approved', price: 10_000, approvedPrice: 10_000 }, proposed: [], rules }
  const route = (about: Partial<UnderReview> = {}, price = 10_000) => {
    const { applied, waiting } = routeChange(contentFields, price, { ...approved, ...about })
    return { applied, waiting }
  }

  test('waits in the fields that admins review while the product is on sale; price, stock and SKU apply at once', () => {
    const applied = ['price', 'stock', 'sku'] as const
    const waiting = ['title', 'description', 'images', 'category', 'tags', 'attributes'] as const
    expect(routeChange([...waiting, ...applied], 10_000, approved)).toEqual({ applied, waiting })
  })

  test.each(productStatuses.filter((status) => status !== 'approved'))('of a %s product applies at once in every field', (status) => {
    const product = { status, price: 1, approvedPrice: 1 }
    expect(route({ product, proposed: reviewableFields })).toEqual({ applied: [...contentFields], waiting: [] })
  })

  test.each([
    [15_000, 50, 'applies'],
    [15_001, 50, 'waits'],
    [5_000, 50, 'applies'],
    [4_999, 50, 'waits'],
    [1_000, 50, 'waits'],
    [10_001, 0, 'waits'],
    [10_000, 0, 'applies'],
    [110_000, 1_000, 'applies'],
    [110_001, 1_000, 'waits'],
  ])('a price of %i against an approved 10,000 within %i %% %s', (price, priceReviewPercent, goes) => {
    const about = { ...approved, rules: { ...rules, priceReviewPercent } }
    expect(needsReview('price', price, about) ? 'waits' : 'applies').toBe(goes)
  })

  test('a new price of a product on sale without an approved price is compared with its current price', () => {
    const product = { status: 'approved' as const, price: 10_000, approvedPrice: null }
    expect(route({ product }, 1).waiting).toContain('price')
    expect(route({ product }, 5_000).applied).toContain('price')
    expect(route({ product: { ...product, price: null } }, 1).applied).toContain('price')
  })

  test('a field that the waiting request holds stays with it, however small the change', () => {
    const waiting: readonly string[] = [...rules.reviewedFields, 'price', 'sku']
    expect(route({ proposed: ['price', 'sku'] }).waiting).toEqual(reviewableFields.filter((field) => waiting.includes(field)))
    const lax = { reviewedFields: [], priceReviewPercent: 50 }
    expect(route({ rules: lax, proposed: ['title'] })).toEqual({
      applied: contentFields.filter((field) => field !== 'title'),
      waiting: ['title'],
    })
  })

  test('every field either applies or waits, with any settings, and the stock never waits', () => {
    const some = fc.subarray([...reviewableFields])
    const price = fc.integer({ min: 1, max: limits.product.priceMax })
    fc.assert(
      fc.property(
        some,
        some,
        fc.subarray([...contentFields]),
        price,
        price,
        fc.nat(1_000),
        (reviewedFields, proposed, changed, now, was, percent) => {
          const about = {
            product: { status: 'approved' as const, price: was, approvedPrice: was },
            proposed,
            rules: { reviewedFields, priceReviewPercent: percent },
          }
          const { applied, waiting } = routeChange(changed, now, about)
          expect([...applied, ...waiting].sort()).toEqual([...changed].sort())
          expect(waiting).not.toContain('stock')
          expect(waiting).toEqual(
            expect.arrayContaining(changed.filter((field) => [...reviewedFields, ...proposed].includes(field as never))),
          )
        },
      ),
    )
  })
})
