import type { App } from '#server/platform/app.ts'
import { aboutOf } from '#server/platform/files/storage.ts'
import {
  addApiKey,
  addBulkDecision,
  addChat,
  addEditRequest,
  addImport,
  addInvitation,
  addNotice,
  addProduct,
  addSavedView,
  addTransferRun,
  addWebhook,
} from '#server/testing/fixtures.ts'
import type { Fixture, PlainRow, Row } from '#server/testing/matrix/answers.ts'
import { addOrder } from '#server/testing/orders.ts'
import { addPerson, type Person } from '#server/testing/people.ts'

/** A fixture in which nothing exists. */
export const unknownFixture: Fixture = {
  id: '01900000-0000-7000-8000-000000000000',
  named: 'products/01900000-0000-7000-8000-000000000000/0_named.png',
  uploaded: 'products/01900000-0000-7000-8000-000000000000/1_uploaded.png',
  noticeId: '01900000-0000-7000-8000-000000000001',
  bulkId: '01900000-0000-7000-8000-000000000003',
  importId: '01900000-0000-7000-8000-000000000004',
  transferId: '01900000-0000-7000-8000-00000000000e',
  requestId: '01900000-0000-7000-8000-000000000005',
  ownerId: '01900000-0000-7000-8000-000000000002',
  otherId: '01900000-0000-7000-8000-000000000006',
  orderId: '01900000-0000-7000-8000-000000000008',
  paidOrderId: '01900000-0000-7000-8000-000000000009',
  openLineId: '01900000-0000-7000-8000-00000000000a',
  shippedLineId: '01900000-0000-7000-8000-00000000000b',
  invitationId: '01900000-0000-7000-8000-000000000007',
  keyId: '01900000-0000-7000-8000-000000000008',
  viewId: '01900000-0000-7000-8000-00000000000d',
  chatId: '01900000-0000-7000-8000-00000000000c',
  webhookId: '01900000-0000-7000-8000-000000000009',
  deliveryId: '01900000-0000-7000-8000-000000000010',
}

type Part = keyof Fixture
type Owner = { app: App; ownerId: string; admin: Person; other: Row['other'] }
type Product = Pick<Fixture, 'id' | 'named' | 'uploaded'>

/** Every part of a fixture besides its product, with the function that makes it. */
const parts: [makes: Part[], make: (owner: Owner, product: Product) => Promise<Partial<Fixture>>][] = [
  [['otherId'], async ({ app, other }) => ({ otherId: (await addPerson(app.db, 'Otto', other)).id })],
  [['requestId'], async ({ app, ownerId }, { id }) => ({ requestId: await addEditRequest(app, ownerId, id) })],
  [['orderId', 'openLineId', 'shippedLineId'], async ({ app, ownerId }) => await addOrder(app, ownerId)],
  [['paidOrderId'], async ({ app, ownerId }) => ({ paidOrderId: (await addOrder(app, ownerId, 'paid')).orderId })],
  [['noticeId'], async ({ app, ownerId }) => ({ noticeId: await addNotice(app, ownerId) })],
  [['bulkId'], async ({ app, admin }, { id }) => ({ bulkId: await addBulkDecision(app, admin, id) })],
  [['importId'], async ({ app, ownerId }) => ({ importId: await addImport(app, ownerId) })],
  [['transferId'], async ({ app, admin }) => ({ transferId: await addTransferRun(app, admin.id) })],
  [['invitationId'], async ({ app, admin }) => ({ invitationId: await addInvitation(app, admin.id) })],
  [['keyId'], async ({ app, admin }) => ({ keyId: await addApiKey(app, admin.id) })],
  [['viewId'], async ({ app, ownerId }) => ({ viewId: await addSavedView(app, ownerId) })],
  [['chatId'], async ({ app, ownerId }) => ({ chatId: await addChat(app, ownerId) })],
  [['webhookId', 'deliveryId'], async ({ app }) => await addWebhook(app)],
]

/** The parts of a fixture that a row's input or path reads. */
function partsReadBy(read: (fixture: Fixture) => unknown): Set<string> {
  const names = new Set<string>()
  const get = (fixture: Fixture, name: string | symbol) => {
    names.add(String(name))
    return fixture[name as Part]
  }
  read(new Proxy(unknownFixture, { get }))
  return names
}

/** The parts made for every row about a product: its open request, and a bulk decision on it. */
const partsOfProduct: Part[] = ['requestId', 'bulkId']

/** The parts that belong to a product, and those that are made from it. */
const ofProduct: Part[] = ['id', 'named', 'uploaded', ...partsOfProduct]

/** Makes what `reads` names, with the product if it is one of that; the others stay unknown. All belong to `ownerId`. */
export async function makeFixture(
  owner: Omit<Owner, 'other'>,
  { about, other }: Row | PlainRow,
  reads: (fixture: Fixture) => unknown,
): Promise<Fixture> {
  const { app, ownerId } = owner
  const read = partsReadBy(reads)
  const product = ofProduct.some((part) => read.has(part)) ? await addProduct(app, ownerId, about) : unknownFixture
  if (read.has('named')) {
    const content = Buffer.from('a picture')
    await app.storage.put(product.named, content, aboutOf(content, 'image/png'))
  }
  const fixture = { ...unknownFixture, id: product.id, named: product.named, uploaded: product.uploaded, ownerId }
  const wanted = read.has('id') ? new Set([...read, ...partsOfProduct]) : read
  for (const [makes, make] of parts)
    if (makes.some((part) => wanted.has(part))) Object.assign(fixture, await make({ ...owner, other }, product))
  return fixture
}

/** Makes every part at once, so that lists and figures are not empty. */
export const makeWholeFixture = (owner: Omit<Owner, 'other'>): Promise<Fixture> =>
  makeFixture(owner, { answers: {} as Row['answers'] }, (fixture) => Object.values(fixture))
