import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type EditRequestMove, editRequestMoves, editRequestStatuses } from '#domain/edit-request.ts'
import { whyNot } from '#domain/moves.ts'
import type { Actor } from '#domain/user.ts'
import { editCondition } from '#server/edit-requests/edit-condition.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { expectedEdit, requestFor, waitingEdit, why } from '#server/testing/edits.ts'
import { fingerprint } from '#server/testing/fingerprint.ts'
import { approvedProduct } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, rival, suspended, admin, secondAdmin, kindsOf } = testApp
const requests = (who: Parameters<typeof caller>[0]) => caller(who).editRequests
const products = (who: Parameters<typeof caller>[0]) => caller(who).products
const refusalOf = (call: Promise<unknown>) => call.then(() => ({ code: 'answered' })).catch((error) => error)

test('the condition in the statement and the sentence on the button agree, for every move, person and status', async () => {
  const suspendedAdmin = await testApp.person('Sulla', { role: 'admin', status: 'suspended' })
  const people: Actor[] = [seller, rival, suspended, admin, suspendedAdmin]
  for (const status of editRequestStatuses)
    for (const seller_id of [seller.id, suspended.id, null]) {
      const id = newId()
      await app.sql`insert into edit_requests (id, product_title, seller_id, status, base_version, payload)
        values (${id}, 'Thing', ${seller_id}, ${status}, 1, '{}')`
      for (const actor of people)
        for (const name of Object.keys(editRequestMoves) as EditRequestMove[]) {
          const [row] = await app.db.execute(sql`select (${editCondition(name, actor)}) is true as may from edit_requests where id = ${id}`)
          const problem = whyNot(actor, editRequestMoves[name], { status, seller_id, sellerSuspended: seller_id === suspended.id })
          expect(row?.may, `${name} by ${actor.name}, ${status}`).toBe(problem === null)
        }
    }
})

describe('a decision', () => {
  test('appears in the history as an edit, with what changed, by whom and why; seller and admins are notified', async () => {
    const { product, request } = await waitingEdit(testApp, { change: { title: 'Told chair', price: 90_000, tags: ['told'] } })
    const refused = [
      { field: 'price' as const, code: 'price_error' as const, rejectionReason: 'That is far too dear.' },
      { field: 'tags' as const, code: 'misleading' as const, rejectionReason: 'Nobody looks for this.' },
    ]
    await requests(admin).approve({ ...expectedEdit(request), refused })
    const { rows } = await caller(admin).history.list({ type: 'product_edit', limit: 2 })
    expect(rows).toMatchObject([
      {
        kind: 'editRequest.approvePartly',
        itemId: request.id,
        user: 'Ada',
        fields: ['title'],
        description: 'The requested change to “Oak chair” was approved in part: title.',
        reason: 'That is far too dear.\nNobody looks for this.',
      },
      { kind: 'editRequest.create', user: 'Sela', description: 'A change to “Oak chair” was requested: title, tags, price.' },
    ])
    const timeline = await products(seller).timeline({ id: product.id })
    expect(timeline.rows.slice(0, 2)).toMatchObject([
      { kind: 'editRequest.approvePartly', by: null, byAdmin: true, before: { title: 'Oak chair' }, after: { title: 'Told chair' } },
      { kind: 'editRequest.create', by: 'Sela', byAdmin: false },
    ])
    const bell = async (who: Actor) => (await caller(who).notifications.list({})).rows.filter(({ productId }) => productId === product.id)
    await expect
      .poll(async () => (await bell(seller))[0])
      .toMatchObject({
        message: 'Part of your change to “Oak chair” was approved.',
        status: 'approved',
        type: 'product_approval',
        reason: 'That is far too dear.\nNobody looks for this.',
        link: `/seller/products/edit/${product.id}`,
        isRead: false,
      })
    await expect
      .poll(async () => (await bell(secondAdmin))[0])
      .toMatchObject({
        message: 'A change to “Oak chair” is awaiting review.',
        status: 'pending',
        reason: null,
        link: `/admin/edit-requests?request=${request.id}`,
        isRead: true,
      })
  })

  test('on an older proposal is refused with the fresh difference, and changes nothing', async () => {
    const { product, request } = await waitingEdit(testApp)
    await products(seller).edit({ id: product.id, version: 1, change: { title: 'Changed while he read' } })
    const before = await fingerprint(app)
    for (const decide of [
      () => requests(admin).approve(expectedEdit(request)),
      () => requests(admin).reject({ ...expectedEdit(request), ...why }),
    ]) {
      expect(await refusalOf(decide())).toMatchObject({
        code: 'stale-version',
        status: 409,
        data: { fresh: { version: 2, live: { title: 'Oak chair' }, proposed: { title: 'Changed while he read' } } },
      })
    }
    expect(await fingerprint(app)).toEqual(before)
    const fresh = await requestFor(testApp, product)
    expect(await requests(admin).approve(expectedEdit(fresh))).toMatchObject({ status: 'approved' })
    expect(await products(seller).get({ id: product.id })).toMatchObject({ title: 'Changed while he read' })
  })

  test('on an older version of the product is refused, too', async () => {
    const { product, request } = await waitingEdit(testApp)
    await app.sql`update products set version = version + 1 where id = ${product.id}`
    expect(await refusalOf(requests(admin).approve(expectedEdit(request)))).toMatchObject({
      code: 'stale-version',
      data: { fresh: { productVersion: 2 } },
    })
    expect(await refusalOf(requests(admin).reject({ ...expectedEdit(request), ...why }))).toMatchObject({ code: 'stale-version' })
    expect(await kindsOf(request.id)).toEqual(['editRequest.create'])
  })

  test('that comes second is refused with the name of the admin who made the first, even if it is the same admin', async () => {
    const { request } = await waitingEdit(testApp)
    await requests(secondAdmin).approve(expectedEdit(request))
    expect(await refusalOf(requests(admin).reject({ ...expectedEdit(request), ...why }))).toMatchObject({
      code: 'already-decided',
      message: 'Bert has since approved this.',
      data: { decidedBy: 'Bert', decidedAt: expect.stringMatching(/Z$/), fresh: { status: 'approved' } },
    })
    expect(await refusalOf(requests(secondAdmin).approve(expectedEdit(request)))).toMatchObject({
      message: 'You have already approved this.',
    })
  })

  test('sent twenty times at once takes effect once, and the refusals of all others name the admin who made it', async () => {
    const { product, request } = await waitingEdit(testApp, { change: { title: 'Contested chair', price: 90_000 }, picture: true })
    const decide = (_: unknown, at: number) => {
      const who = requests(at % 2 === 0 ? admin : secondAdmin)
      if (at % 3 === 0) return who.reject({ ...expectedEdit(request), ...why })
      return who.approve({ ...expectedEdit(request), refused: at % 3 === 1 ? [] : [{ field: 'title', ...why }] })
    }
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, decide))
    const won = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []))
    const lost = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect([won.length, lost.length]).toEqual([1, 19])
    const [winner] = won
    expect(new Set(lost.map((error) => `${error.code} ${error.data.decidedBy} ${error.data.fresh.status}`))).toEqual(
      new Set([`already-decided ${winner?.decidedBy} ${winner?.status}`]),
    )
    const live = await products(seller).get({ id: product.id })
    const accepted = new Set(winner?.decisions.filter((each) => each.accepted).map(({ field }) => field))
    expect(live).toMatchObject({
      version: accepted.size > 0 ? 2 : 1,
      editRequestId: null,
      title: accepted.has('title') ? 'Contested chair' : 'Oak chair',
      price: accepted.has('price') ? 90_000 : 12_000,
      approvedPrice: accepted.has('price') ? 90_000 : 12_000,
    })
    expect(await kindsOf(request.id)).toHaveLength(2)
  })

  test('at the same moment as a change of the proposal never makes live what the admin did not see', async () => {
    for (let round = 0; round < 5; round++) {
      const { product, request } = await waitingEdit(testApp)
      const [decided] = await Promise.allSettled([
        requests(admin).approve(expectedEdit(request)),
        products(seller).edit({ id: product.id, version: 1, change: { title: 'Slipped in' } }),
      ])
      const live = await products(seller).get({ id: product.id })
      expect(live.title).toBe(decided.status === 'fulfilled' ? 'Oiled oak chair' : 'Oak chair')
    }
  })

  test('by an admin who was suspended or signed out a moment ago is refused', async () => {
    const { request } = await waitingEdit(testApp)
    const out = await testApp.person('Out', { role: 'admin' })
    await app.sql`delete from sessions where user_id = ${out.id}`
    const stopped = await testApp.person('Sus', { role: 'admin' })
    await app.sql`update users set status = 'suspended' where id = ${stopped.id}`
    await expect(requests(out).approve(expectedEdit(request))).rejects.toMatchObject({ code: 'not-signed-in' })
    await expect(requests(stopped).reject({ ...expectedEdit(request), ...why })).rejects.toMatchObject({ code: 'account-suspended' })
    expect(await kindsOf(request.id)).toEqual(['editRequest.create'])
  })

  test('that refuses every field is a rejection, and the product waits for no request any more', async () => {
    const { product, request, proposed } = await waitingEdit(testApp, { picture: true })
    const refused = request.fields.map((field) => ({ field, ...why }))
    expect(await requests(admin).approve({ ...expectedEdit(request), refused })).toMatchObject({
      status: 'rejected',
      rejectionReason: why.rejectionReason,
    })
    expect(await products(seller).get({ id: product.id })).toEqual({ ...product, editRequestId: null })
    // An undo could return it until then; it is not served meanwhile.
    expect(await app.sql`select released_at > now() as later from files where path = ${proposed}`).toEqual([{ later: true }])
  })

  test.each([
    ['a field that is not proposed', [{ field: 'category' as const, ...why }], 'refused.0.field'],
    [
      'a field twice',
      [
        { field: 'title' as const, ...why },
        { field: 'title' as const, ...why },
      ],
      'refused',
    ],
    ['no real reason', [{ field: 'title' as const, code: 'other' as const, rejectionReason: 'no' }], 'refused.0.rejectionReason'],
  ])('that refuses %s is itself refused, with the field', async (_, refused, field) => {
    const { request } = await waitingEdit(testApp)
    const before = await fingerprint(app)
    expect(await refusalOf(requests(admin).approve({ ...expectedEdit(request), refused }))).toMatchObject({
      code: 'invalid-argument',
      data: { field },
    })
    expect(await fingerprint(app)).toEqual(before)
  })

  test('to accept a SKU that another product has by now is refused, and decides nothing', async () => {
    await caller(admin).settings.edit({ change: { reviewedFields: ['title', 'sku'] } })
    try {
      const { request } = await waitingEdit(testApp, { change: { sku: 'WANTED', title: 'Numbered chair' } })
      await approvedProduct(testApp, { fields: { sku: 'WANTED' } })
      expect(await refusalOf(requests(admin).approve(expectedEdit(request)))).toMatchObject({ code: 'sku-taken', data: { field: 'sku' } })
      const decided = await requests(admin).approve({ ...expectedEdit(request), refused: [{ field: 'sku', ...why }] })
      expect(decided).toMatchObject({ status: 'partly_approved' })
    } finally {
      await caller(admin).settings.edit({
        change: { reviewedFields: ['title', 'description', 'images', 'category', 'tags', 'attributes'] },
      })
    }
  })
})

describe('a request with an unknown payload', () => {
  const imported = async (productId: string | null) => {
    const id = newId()
    const payload = JSON.stringify({ change: 'make it blue', nested: [{ deep: [1] }] })
    await app.sql`insert into edit_requests (id, product_id, product_title, seller_id, base_version, payload)
      values (${id}, ${productId}, 'Old chair', ${seller.id}, 1, ${payload}::text::jsonb)`
    if (productId) await app.sql`update products set edit_request_id = ${id} where id = ${productId}`
    return requests(admin).get({ id })
  }

  test.each(['of a product', 'of nothing'])('%s is shown as it is, cannot be approved, and can be closed', async (of) => {
    const product = of === 'of a product' ? await approvedProduct(testApp) : null
    const request = await imported(product?.id ?? null)
    expect(request).toMatchObject({ fields: [], proposed: null, live: {}, payload: { change: 'make it blue', nested: [{ deep: [1] }] } })
    await expect(requests(admin).approve(expectedEdit(request))).rejects.toMatchObject({ code: 'payload-unknown', status: 409 })
    expect(await requests(admin).reject({ ...expectedEdit(request), ...why })).toMatchObject({
      status: 'rejected',
      rejectionReason: why.rejectionReason,
    })
    if (product) expect(await products(admin).get({ id: product.id })).toEqual(product)
  })

  test('is superseded by a known change', async () => {
    const product = await approvedProduct(testApp)
    const strange = await imported(product.id)
    await products(seller).edit({ id: product.id, version: 1, change: { title: 'Blue chair' } })
    expect(await requests(seller).get({ id: strange.id })).toMatchObject({ status: 'superseded' })
    expect(await requestFor(testApp, product)).toMatchObject({ fields: ['title'], version: 1 })
  })
})
