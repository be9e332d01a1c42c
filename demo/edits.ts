import type { EditValues, FieldDecision, ReviewableField } from '#domain/edit-request.ts'
import { reviewableFields } from '#domain/product-fields.ts'
import { imageOf } from '#server/images/image-paths.ts'
import type { editRequests } from '#server/platform/database/tables/edit-requests.ts'
import { plainValues } from '#server/products/edit/product-changes.ts'
import { hourMs } from './calendar.ts'
import type { Context } from './context.ts'
import { idAt } from './event-log.ts'
import type { People } from './people.ts'
import { type Random, random } from './random.ts'
import type { Made } from './walk.ts'

type Row = typeof editRequests.$inferSelect
type Change = { values: EditValues; note: string | null }

/** Most sellers write nothing about their change. */
const noteOr = (chance: Random, note: string): string | null => chance.pick([note, note, note, null, null, null, null])
const refusal = 'Please keep the old title: buyers find it by that name, and the new one says less about the piece.'

/** A change that a seller may propose to an approved product. */
function changeOf({ row, sketches, listing }: Made, chance: Random, at: number): Change {
  const longer = row.description.replace('\n', ' Send it back, whatever happened, and we mend it.\n')
  const kinds: readonly [note: string, values: () => EditValues][] = [
    ['We mend what we sell, and now it says so.', () => ({ description: longer })],
    ['It comes in a box for the season.', () => ({ title: `${row.title}, autumn edition`, description: longer })],
    [
      'A buyer asked how soon it is sent.',
      () => ({
        attributes: [...row.attributes, { key: 'Sends within', value: `${chance.int(1, 4)} days` }],
        tags: [...row.tags, 'new season'],
      }),
    ],
    [
      'The material has become dearer, sorry.',
      () => ({ price: Math.round(((row.price ?? 1000) * (1.55 + chance.next() / 3)) / 100) * 100 }),
    ],
    ['New pictures by daylight.', () => ({ images: [...row.images, proposePicture({ row, sketches, listing }, at)] })],
    ['For the gift guide.', () => ({ tags: [...row.tags, 'gift', 'limited'] })],
  ]
  const [note, values] = chance.pick(kinds)
  return { values: values(), note: noteOr(chance, note) }
}

function proposePicture({ row, sketches, listing }: Pick<Made, 'row' | 'sketches' | 'listing'>, at: number) {
  const path = `products/${row.id}/${row.nextImageIndex}_${listing.good.shape}-near.jpg`
  row.nextImageIndex += 1
  sketches.push({
    path,
    of: row.id,
    by: row.sellerId ?? '',
    at,
    shape: listing.good.shape,
    colour: listing.colour,
    view: 'near',
    proposed: true,
  })
  return imageOf({ path, name: `${listing.good.shape}-near.jpg`, width: 1200, height: 900 })
}

const fieldsIn = (values: EditValues): ReviewableField[] => reviewableFields.filter((field) => values[field] !== undefined)
const some = (row: Made['row'], fields: readonly ReviewableField[]): EditValues =>
  Object.fromEntries(fields.map((field) => [field, row[field]]))

/** Edit requests: some wait, the others were decided, withdrawn or superseded. */
export function makeEdits(context: Context, { admins }: People, products: readonly Made[]): Row[] {
  const chance = random('edits')
  const { eventLog, calendar, size } = context
  const old = calendar.midnight(9)
  const ready = chance.some(
    products.filter(
      ({ row, seller, onSale }) => row.status === 'approved' && seller.until === Number.POSITIVE_INFINITY && (onSale[0]?.from ?? old) < old,
    ),
    size.edits * 6,
  )
  return ready.map((made, place) => {
    const waits = place < size.edits
    const ago = waits
      ? chance.weighted([0, 1, 2, 3, 5], (day) => 6 - day)
      : chance.int(8, 8 + Math.floor((calendar.now - (made.onSale.at(-1)?.from ?? 0)) / (24 * hourMs) / 2))
    const at = Math.max(calendar.at(ago, 0.3 + 0.5 * chance.next()), (made.onSale.at(-1)?.from ?? 0) + hourMs)
    const { row, seller } = made
    const { values, note } = waits
      ? changeOf(made, chance, at)
      : {
          values: {
            description: `${row.description}\n\nSends within ${chance.int(2, 5)} days.`,
            ...(chance.chance(0.4) && { title: `${row.title}!!` }),
          },
          note: noteOr(chance, 'A buyer asked how soon it is sent.'),
        }
    const fields = fieldsIn(values)
    const base = some(row, fieldsIn(values))
    const id = idAt(at, chance)
    const request: Row = {
      id,
      productId: row.id,
      productTitle: row.title,
      sellerId: seller.user.id,
      status: 'pending',
      version: 1,
      baseVersion: row.version,
      payload: values,
      base,
      fields,
      note,
      decisions: [],
      rejectionReason: null,
      decidedBy: null,
      decidedAt: null,
      createdAt: new Date(at),
      updatedAt: new Date(at),
    }
    const about = { itemId: id, ownerId: seller.user.id, title: row.title }
    const changed = { fields, before: plainValues(base, fields), after: plainValues(values, fields) }
    eventLog.record(at, 'editRequest.create', { ...about, ...changed, actorId: seller.user.id, reason: note })
    if (waits) row.editRequestId = id
    else decide(context, request, made, { admins, chance, values })
    return request
  })
}

type Deciding = { admins: People['admins']; chance: Random; values: EditValues }

function decide({ eventLog }: Context, request: Row, { row, seller }: Made, { admins, chance, values }: Deciding): void {
  const at = request.createdAt.getTime() + Math.min(50, Math.max(0.4, chance.around(7, 0.8))) * hourMs
  const about = { itemId: request.id, ownerId: seller.user.id, title: row.title }
  if (chance.chance(0.1)) {
    Object.assign(request, { status: 'withdrawn', decidedAt: new Date(at) })
    eventLog.record(at, 'editRequest.withdraw', {
      ...about,
      actorId: seller.user.id,
      fields: request.fields,
      before: { status: 'pending' },
      after: { status: 'withdrawn' },
    })
    return
  }
  const admin = chance.pick(admins)
  // Titles in capitals are rejected here; all else is approved.
  const decisions: FieldDecision[] = request.fields.map((field) =>
    field === 'title'
      ? { field, accepted: false, code: 'misleading', rejectionReason: refusal }
      : { field, accepted: true, code: null, rejectionReason: null },
  )
  const accepted = request.fields.filter((field) => field !== 'title')
  const reason = accepted.length < request.fields.length ? refusal : null
  const [status, kind] =
    reason === null ? (['approved', 'editRequest.approve'] as const) : (['partly_approved', 'editRequest.approvePartly'] as const)
  Object.assign(request, { status, decisions, rejectionReason: reason, decidedBy: admin.id, decidedAt: new Date(at) })
  const before = { status: 'pending', ...plainValues(request.base, accepted), version: row.version }
  const after = { status, ...plainValues(values, accepted), version: row.version + 1 }
  const changed = { fields: accepted, before, after }
  eventLog.record(at, kind, { ...about, ...changed, actorId: admin.id, reason, code: reason === null ? null : 'misleading' })
  Object.assign(row, some({ ...row, ...values } as Made['row'], accepted), { version: row.version + 1, approvedVersion: row.version + 1 })
  row.updatedAt = new Date(Math.max(row.updatedAt.getTime(), at))
}
