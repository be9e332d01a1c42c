import type { AnySchema } from '@orpc/contract'
import { traverseContractProcedures } from '@orpc/server'
import { expect, test } from 'vitest'
import { contract } from '#contract/contract.ts'
import { errors } from '#domain/errors.ts'
import { plainRoutes } from '#server/app/http/plain-routes.ts'
import { openRequestContext } from '#server/app/http/request-context.ts'
import { fingerprint, keepSessionsUnchanged } from '#server/testing/fingerprint.ts'
import { addNotice, addProduct, neverRun } from '#server/testing/fixtures.ts'
import {
  type ActorName,
  type Answer,
  actors,
  type CallName,
  type Fixture,
  type PlainRow,
  type Row,
} from '#server/testing/matrix/answers.ts'
import { makeFixture, makeWholeFixture, unknownFixture } from '#server/testing/matrix/fixture.ts'
import { plainTable } from '#server/testing/matrix/plain.ts'
import { callTable } from '#server/testing/matrix/table.ts'
import { addSession, type Person, restoreSession } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer, type TestResponse } from '#server/testing/test-server.ts'

const { app, seller, rival, suspended, admin } = await openTestApp()
const { ask, post } = await openTestServer(app)
await keepSessionsUnchanged(app)
const people: Record<ActorName, Person | null> = { visitor: null, suspended, owner: seller, rival, admin }

const outputs = new Map<string, AnySchema | undefined>()
traverseContractProcedures({ router: contract, path: [] }, (call) => {
  outputs.set(call.path.join('.'), call.contract['~orpc'].outputSchema)
})
const callNames = [...outputs.keys()]

/** An answer has the fields of the contract and no others. A schema drops unknown fields, so the parsed answer has to equal the answer. */
async function checkAnswer(name: string, response: TestResponse): Promise<void> {
  const answer = response.json?.json
  const checked = await outputs.get(name)?.['~standard'].validate(answer)
  expect(checked).toEqual({ value: answer })
}

/** The suspended seller's own fixture, else the owner's, which is foreign to the rival. */
const ownedBy = (actor: ActorName) => ({ app, admin, ownerId: actor === 'suspended' ? suspended.id : seller.id })
for (const actor of actors) await makeWholeFixture(ownedBy(actor))

/** The text of a refusal without the ids in it. */
const withoutIds = (text: string, fixture: Fixture) =>
  Object.entries(fixture).reduce((left, [name, id]) => left.replaceAll(id, `<${name}>`), text)

type Make = (fixture: Fixture, as: Person | null) => Promise<TestResponse>
type Check = (response: TestResponse) => Promise<void>
type Refusal = { code?: string; message?: string }

/** What this person has just decided; their undo returns what the event says. */
async function decideAs(
  person: Person | null,
  kind: NonNullable<Row['decidedByAsker']>,
  { id, requestId, otherId }: Fixture,
): Promise<void> {
  if (kind === 'product.archive') await app.sql`update products set status = 'archived', edit_request_id = null where id = ${id}`
  if (kind === 'editRequest.reject') {
    await app.sql`update products set edit_request_id = null where id = ${id}`
    await app.sql`update edit_requests set status = 'rejected' where id = ${requestId}`
  }
  const [item, status] = {
    'product.archive': [id, 'approved'],
    'editRequest.reject': [requestId, 'pending'],
    'user.suspend': [otherId, 'active'],
  }[kind]
  await app.sql`
    with event as (
      insert into events (kind, item_id, owner_id, actor_id)
      values (${kind}, ${item ?? ''}, (select seller_id from products where id = ${item ?? ''}), ${person?.id ?? null}) returning id
    )
    insert into event_details (event_id, before) select id, ${JSON.stringify({ status })}::jsonb from event`
}

/** One request: the answer has the expected code and status and a sentence, and a refusal has changed nothing. */
async function tryIt(make: Make, fixture: Fixture, as: Person | null, expected: Answer): Promise<TestResponse> {
  if (expected === 'ok') {
    const response = await make(fixture, as)
    expect([response.status, response.text.slice(0, 300)]).toEqual([200, expect.anything()])
    return response
  }
  const before = await fingerprint(app)
  const response = await make(fixture, as)
  const { code, message } = (response.json?.json ?? { code: response.json?.code, message: response.json?.error }) as Refusal
  expect([response.status, code]).toEqual([expected === 'storage/object-not-found' ? 404 : errors[expected].status, expected])
  // Messages of the specification end as they do there (spec §5).
  expect(message).toMatch(/^[A-Z].*[.!]$|^Chat not found$/)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await fingerprint(app)).toEqual(before)
  return response
}

type Asked = { make: Make; row: Row | PlainRow; read: (fixture: Fixture) => unknown; check?: Check; noun?: string }

/** What calls about these say of an item that is not found (spec §5, §7). */
const notFoundTexts: Record<string, string> = { products: 'Product not found!', chats: 'Chat not found' }

/** Makes what one actor asks about, and signs them in on two devices. */
async function prepare(actor: ActorName, { row, read }: Asked) {
  const fixture = await makeFixture(ownedBy(actor), row, read)
  if (row.decidedByAsker) await decideAs(people[actor], row.decidedByAsker, fixture)
  const session = async () => {
    const person = people[actor]
    return person && { ...person, ...(await addSession(app.db, person.id)) }
  }
  return { actor, fixture, devices: [await session(), await session()] as const }
}

/** All answers to one actor: about the fixture, and about one that does not exist. */
async function tryBoth({ actor, fixture, devices: [one, other] }: Awaited<ReturnType<typeof prepare>>, asked: Asked): Promise<void> {
  const { make, check } = asked
  const { answers, unknown, makes } = asked.row
  const expected = answers[actor]
  const response = await tryIt(make, fixture, one, expected)
  if (expected === 'ok') await check?.(response)
  const text = expected === 'not-found' && notFoundTexts[asked.noun ?? '']
  if (text) expect(response.json).toMatchObject({ json: { message: text } })
  const mayCall = expected === 'ok' || expected === 'not-found'
  const nothing = await tryIt(make, unknownFixture, other, unknown && mayCall ? unknown : expected)
  // An item of another person and one that never existed have the same answer, to the byte.
  if (expected !== 'ok' || (actor === 'rival' && !makes))
    expect(withoutIds(response.text, fixture)).toBe(withoutIds(nothing.text, unknownFixture))
}

/** All answers of a row. First those who are refused, one after the other without a write in between: one fingerprint covers them. */
async function tryAll(asked: Asked): Promise<void> {
  const isRefused = (actor: ActorName) => asked.row.answers[actor] !== 'ok'
  const refused = []
  for (const actor of actors.filter(isRefused)) refused.push(await prepare(actor, asked))
  for (const prepared of refused) await tryBoth(prepared, asked)
  for (const actor of actors) if (!isRefused(actor)) await tryBoth(await prepare(actor, asked), asked)
}

test('every call of the contract has its row, and no row is left over', () => {
  expect(Object.keys(callTable).sort()).toEqual(callNames.sort())
})

test.each(callNames as CallName[])('%s answers each actor as the table says', async (name) => {
  const row = callTable[name]
  const make: Make = (fixture, as) => post(`/rpc/${name.replace('.', '/')}`, { json: row.input?.(fixture) }, as)
  await tryAll({
    make,
    row,
    read: (fixture) => row.input?.(fixture),
    check: (response) => checkAnswer(name, response),
    noun: name.split('.')[0] ?? '',
  })
  await neverRun(app)
  // The number of API keys is limited.
  await app.sql`delete from api_keys`
  // Wrong passwords are counted per person, over all calls.
  await app.sql`delete from counters`
  // The number of endpoints is limited.
  await app.sql`delete from webhook_endpoints`
  // Some calls sign other devices out.
  for (const person of Object.values(people)) if (person) await restoreSession(app.db, person)
})

test('every plain route has its row, and no row is left over', async () => {
  const { routes, close } = await plainRoutes(app, openRequestContext(app), '/nowhere')
  const known = routes.filter(({ method, url }) => method !== 'HEAD' && url !== '/api/live/').map(({ method, url }) => `${method} ${url}`)
  expect(Object.keys(plainTable).sort()).toEqual(known.sort())
  await close()
})

test.each(Object.entries(plainTable))('%s answers each actor as the table says', async (route, row) => {
  const [method = '', url = ''] = route.split(' ')
  const { path = () => url } = row
  const make: Make = (fixture, as) => ask(path(fixture), { as, method, ...row.send?.(), ...(row.endless && { endless: true }) })
  await tryAll({ make, row, read: path })
})

test('a rival cannot mark the seller’s notification as read', async () => {
  const noticeId = await addNotice(app, seller.id)
  await ask('/rpc/notifications/markRead', { as: rival, method: 'POST', json: { json: { ids: [noticeId] } } })
  expect(await app.sql`select is_read from notifications where id = ${noticeId}`).toEqual([{ is_read: false }])
})

test('a seller gets their own products, even if they name another seller', async () => {
  const theirs = await addProduct(app, seller.id)
  const response = await ask('/rpc/products/list', { as: rival, method: 'POST', json: { json: { userId: seller.id } } })
  expect(response.status).toBe(200)
  expect(response.text).not.toContain(theirs.id)
})

test('a seller cannot set fields that only the server sets', async () => {
  const stolen = {
    id: 'mine',
    seller_id: rival.id,
    status: 'approved',
    version: 99,
    unfinished: false,
    images: [],
    created_at: '2001-01-01T00:00:00.000Z',
    approvedPrice: 1,
    archivedByAdmin: true,
  }
  const input = { ...(callTable['products.create'].input?.(unknownFixture) as object), ...stolen }
  const response = await ask('/rpc/products/create', { as: seller, method: 'POST', json: { json: input } })
  const product = response.json?.json as Record<string, unknown>
  expect(product).toMatchObject({ seller_id: seller.id, status: 'draft', version: 1, archivedByAdmin: false })
  expect(product.id).not.toBe('mine')
  const change = { title: 'Oak chair, better', ...stolen }
  delete (change as { images?: unknown }).images
  const edited = await ask('/rpc/products/edit', {
    as: seller,
    method: 'POST',
    json: { json: { id: product.id, version: 1, change, status: 'approved' } },
  })
  expect(edited.json?.json).toMatchObject({ id: product.id, seller_id: seller.id, status: 'draft', version: 2 })
})
