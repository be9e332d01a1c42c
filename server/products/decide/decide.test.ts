import { describe, expect, test } from 'vitest'
import { newId } from '#server/platform/database/new-id.ts'
import { approvedProduct, blurred, chair, expectedBy, pendingProduct, rejectedProduct, upload } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'

const testApp = await openTestApp()
const { app, caller, seller, admin, secondAdmin, kindsOf } = testApp
const products = (who: Parameters<typeof caller>[0]) => caller(who).products

const code = (wanted: string) => expect.objectContaining({ code: wanted })

describe('approving', () => {
  test('puts the product on sale and records its price; the history has the decision with the title', async () => {
    const product = await pendingProduct(testApp)
    const approved = await products(admin).approve(expectedBy(product))
    expect(approved).toMatchObject({ status: 'approved', approvedPrice: 12_000, version: product.version, seller: { name: 'Sela' } })
    expect(approved.updatedAt >= product.updatedAt).toBe(true)
    expect(approved.updated_at).toBe(product.updated_at)
    expect(await kindsOf(product.id)).toEqual(['product.create', 'product.submit', 'product.approve'])
    const [event] = await app.sql`select actor_id, owner_id from events where item_id = ${product.id} and kind = 'product.approve'`
    expect(event).toEqual({ actor_id: admin.id, owner_id: seller.id })
    const { rows } = await caller(admin).history.list({})
    expect(rows[0]).toMatchObject({ kind: 'product.approve', itemId: product.id, user: 'Ada', description: '“Oak chair” was approved.' })
  })

  test('clears the reason of an earlier rejection, which stays in the attempts', async () => {
    const product = await rejectedProduct(testApp)
    const approved = await products(admin).approve(expectedBy(product))
    expect(approved).toMatchObject({ status: 'approved', rejectionReason: null, rejection: null })
    const attempts = await products(admin).attempts({ id: product.id })
    expect(attempts.map(({ number, decision, rejectionReason }) => [number, decision, rejectionReason])).toEqual([
      [1, 'rejected', blurred.rejectionReason],
      [1, 'approved', null],
    ])
  })

  test('is refused with the fresh product if it is not as expected', async () => {
    const product = await pendingProduct(testApp)
    await products(seller).edit({ id: product.id, version: product.version, change: { title: 'Oak chair, mended' } })
    const refusal = await products(admin)
      .approve(expectedBy(product))
      .catch((error) => error)
    expect(refusal).toMatchObject({ code: 'stale-version', status: 409, data: { fresh: { title: 'Oak chair, mended', version: 2 } } })
    expect(await products(seller).get({ id: product.id })).toMatchObject({ status: 'pending' })
    expect(await kindsOf(product.id)).not.toContain('product.approve')
  })

  test('finds no creation whose pictures are still being uploaded', async () => {
    const creation = await products(seller).create({ ...chair(), draft: false, imagesFollow: true })
    await expect(products(admin).approve(expectedBy(creation))).rejects.toMatchObject({ code: 'not-found', message: 'Product not found!' })
    await expect(products(admin).reject({ ...expectedBy(creation), ...blurred })).rejects.toEqual(code('not-found'))
    expect(await kindsOf(creation.id)).toEqual(['product.create'])
  })

  test('is refused for a product without a seller', async () => {
    const id = newId()
    await app.sql`insert into products (id, title, status) values (${id}, 'Left behind', 'pending')`
    const refusal = { code: 'no-seller', message: 'Seller ID not found for this product' }
    await expect(products(admin).approve({ id, status: 'pending', version: 1 })).rejects.toMatchObject(refusal)
    await expect(products(admin).reject({ id, status: 'pending', version: 1, ...blurred })).rejects.toMatchObject(refusal)
  })

  test('refuses an unknown product and a missing id', async () => {
    const unknown = { id: newId(), status: 'pending' as const, version: 1 }
    await expect(products(admin).approve(unknown)).rejects.toMatchObject({ code: 'not-found', status: 404, message: 'Product not found!' })
    await expect(products(admin).approve({ ...unknown, id: undefined as never })).rejects.toMatchObject({
      code: 'invalid-argument',
      message: 'Product not found!',
    })
  })

  test('refuses a rejected product that its seller emptied, names what it lacks, and takes it once it is complete', async () => {
    const rejected = await rejectedProduct(testApp)
    const emptied = await products(seller).edit({ id: rejected.id, version: rejected.version, change: { description: '', images: [] } })
    const refusal = await products(admin)
      .approve(expectedBy(emptied))
      .catch((error) => error)
    expect(refusal).toMatchObject({ code: 'incomplete-product', status: 422, data: { missing: ['description', 'images'] } })
    expect(refusal.data.fresh).toMatchObject({ status: 'rejected', version: emptied.version })
    await expect(products(admin).approve(expectedBy(rejected))).rejects.toEqual(code('stale-version'))
    expect(await products(seller).get({ id: rejected.id })).toMatchObject({ status: 'rejected' })
    expect(await kindsOf(rejected.id)).not.toContain('product.approve')
  })

  test.each(['draft', 'approved', 'archived'] as const)('is refused for a product that is %s', async (status) => {
    const product = await pendingProduct(testApp)
    await app.sql`update products set status = ${status} where id = ${product.id}`
    await expect(products(admin).approve({ ...expectedBy(product), status })).rejects.toEqual(code('wrong-status'))
  })
})

describe('rejecting', () => {
  test('notifies the seller with code and fields; the reason stays through a resubmission', async () => {
    const product = await pendingProduct(testApp)
    await products(admin).reject({ ...expectedBy(product), ...blurred, fields: ['images', 'images', 'title'] })
    const rejected = await products(seller).get({ id: product.id })
    const reason = { rejectionReason: blurred.rejectionReason, rejection: { code: 'image_quality', fields: ['images', 'title'] } }
    expect(rejected).toMatchObject({ status: 'rejected', ...reason })
    expect(await products(seller).submit({ id: product.id })).toMatchObject({ status: 'pending', ...reason })
  })

  test('needs a reason, of at least ten characters', async () => {
    const product = await pendingProduct(testApp)
    const expected = expectedBy(product)
    await expect(products(admin).reject({ ...expected, code: 'other', rejectionReason: 'No.' })).rejects.toMatchObject({
      code: 'invalid-argument',
      data: { field: 'rejectionReason' },
    })
    await expect(products(admin).reject({ ...expected, ...blurred, code: 'because' as never })).rejects.toEqual(code('invalid-argument'))
    expect(await products(seller).get({ id: product.id })).toMatchObject({ status: 'pending', rejectionReason: null })
  })

  test('takes a product off sale, whatever its version', async () => {
    const product = await approvedProduct(testApp)
    const taken = await products(admin).reject({ ...expectedBy(product), version: 0, ...blurred, code: 'counterfeit' })
    expect(taken).toMatchObject({ status: 'rejected', rejection: { code: 'counterfeit' } })
    const archived = await approvedProduct(testApp)
    await app.sql`update products set status = 'archived', archived_by_admin = true where id = ${archived.id}`
    const expected = { ...expectedBy(archived), status: 'archived' as const }
    expect(await products(admin).reject({ ...expected, ...blurred })).toMatchObject({ status: 'rejected', archivedByAdmin: false })
  })

  test('a product as pending is refused after its approval, and names the admin who approved it', async () => {
    const product = await pendingProduct(testApp)
    await products(secondAdmin).approve(expectedBy(product))
    const refusal = await products(admin)
      .reject({ ...expectedBy(product), ...blurred })
      .catch((error) => error)
    expect(refusal).toMatchObject({ code: 'already-decided', message: 'Bert has since approved this.' })
    expect(refusal.data).toMatchObject({ decidedBy: 'Bert', fresh: { id: product.id, status: 'approved' } })
    expect(Date.parse(refusal.data.decidedAt)).toBeGreaterThan(Date.now() - 60_000)
  })

  test('a second time by the same admin is refused as already decided by them', async () => {
    const product = await pendingProduct(testApp)
    await products(admin).reject({ ...expectedBy(product), ...blurred })
    await expect(products(admin).reject({ ...expectedBy(product), ...blurred })).rejects.toMatchObject({
      code: 'already-decided',
      message: 'You have already rejected this.',
    })
  })

  test('or approving an older submission is refused as stale, not as already decided', async () => {
    const product = await rejectedProduct(testApp)
    await products(seller).submit({ id: product.id })
    await expect(products(admin).approve(expectedBy(product))).rejects.toMatchObject({
      code: 'stale-version',
      data: { fresh: { status: 'pending' } },
    })
  })
})

test('of twenty decisions at once exactly one takes effect, and all others learn who made it', async () => {
  const product = await pendingProduct(testApp)
  const decide = (_: unknown, at: number) => {
    const who = at % 2 === 0 ? admin : secondAdmin
    return at % 4 < 2 ? products(who).approve(expectedBy(product)) : products(who).reject({ ...expectedBy(product), ...blurred })
  }
  const outcomes = await Promise.allSettled(Array.from({ length: 20 }, decide))
  const won = outcomes.filter((outcome) => outcome.status === 'fulfilled')
  const lost = outcomes.filter((outcome) => outcome.status === 'rejected').map(({ reason }) => reason)
  expect(won).toHaveLength(1)
  const fresh = await products(seller).get({ id: product.id })
  expect(fresh.status).toBe(won[0]?.value.status)
  const decisions = (await kindsOf(product.id)).slice(2)
  expect(decisions).toEqual([fresh.status === 'approved' ? 'product.approve' : 'product.reject'])
  const [{ name } = { name: '' }] = await app.sql<{ name: string }[]>`
    select u.name from events e join users u on u.id = e.actor_id where e.item_id = ${product.id} order by e.id desc limit 1`
  expect(new Set(lost.map((error) => `${error.code} ${error.data.decidedBy} ${error.data.fresh.status}`))).toEqual(
    new Set([`already-decided ${name} ${fresh.status}`]),
  )
})

describe('who may decide', () => {
  test('no admin who was suspended, demoted or signed out a moment ago: the statement itself refuses them', async () => {
    const product = await pendingProduct(testApp)
    const expected = expectedBy(product)
    const changes = [
      {
        who: await testApp.person('Sus', { role: 'admin' }),
        change: (id: string) => app.sql`update users set status = 'suspended' where id = ${id}`,
        refusal: 'account-suspended',
      },
      {
        who: await testApp.person('Dem', { role: 'admin' }),
        change: (id: string) => app.sql`update users set role = 'seller' where id = ${id}`,
        refusal: 'not-allowed',
      },
      {
        who: await testApp.person('Out', { role: 'admin' }),
        change: (id: string) => app.sql`delete from sessions where user_id = ${id}`,
        refusal: 'not-signed-in',
      },
    ]
    for (const { who, change, refusal } of changes) {
      await change(who.id)
      await expect(products(who).approve(expected)).rejects.toEqual(code(refusal))
      await expect(products(who).reject({ ...expected, ...blurred })).rejects.toEqual(code(refusal))
    }
    expect(await products(seller).get({ id: product.id })).toMatchObject({ status: 'pending' })
  })
})

describe('attempts', () => {
  test('begin with the first real submission, not with a creation that became a draft before', async () => {
    const { id } = await products(seller).create({ ...chair(), draft: false, imagesFollow: true })
    const { path } = await upload(testApp, seller, id)
    await products(seller).withdraw({ id })
    expect(await products(seller).attempts({ id })).toEqual([])
    expect((await products(seller).get({ id })).images.map((image) => image.path)).toEqual([path])
    await products(seller).submit({ id })
    expect((await products(admin).attempts({ id })).map(({ number, decision }) => [number, decision])).toEqual([[1, null]])
  })

  test('keep their reasons; sellers do not learn which admin decided', async () => {
    const product = await rejectedProduct(testApp)
    await products(seller).submit({ id: product.id })
    const fresh = await products(admin).get({ id: product.id })
    await products(secondAdmin).approve(expectedBy(fresh))
    await products(admin).reject({ ...expectedBy({ ...fresh, status: 'approved' }), ...blurred, rejectionReason: 'A buyer reported it.' })
    await products(seller).submit({ id: product.id })
    const rows = await products(admin).attempts({ id: product.id })
    expect(rows.map(({ number, decision, decidedBy, rejectionReason }) => [number, decision, decidedBy, rejectionReason])).toEqual([
      [1, 'rejected', 'Ada', blurred.rejectionReason],
      [2, 'approved', 'Bert', null],
      [2, 'rejected', 'Ada', 'A buyer reported it.'],
      [3, null, null, null],
    ])
    expect(rows[0]).toMatchObject({ code: 'image_quality', fields: ['images'] })
    expect(rows.map(({ takenDown }) => takenDown)).toEqual([false, false, true, false])
    expect((await products(seller).attempts({ id: product.id })).map(({ decidedBy }) => decidedBy)).toEqual([null, null, null, null])
  })
})
