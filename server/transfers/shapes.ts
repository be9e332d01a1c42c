import { z } from 'zod'
import { ChatNoteText, chatStatuses } from '#domain/chat.ts'
import { EditValues, editRequestStatuses, FieldDecision, ReviewableField } from '#domain/edit-request.ts'
import { historyTypes } from '#domain/event-kinds.ts'
import { AvatarPath } from '#domain/image.ts'
import { limits } from '#domain/limits.ts'
import { decimalsOf } from '#domain/money.ts'
import { notificationTypes, Preferences } from '#domain/notification.ts'
import { Address } from '#domain/order.ts'
import { lineStatuses, paymentStatuses } from '#domain/order-rules.ts'
import { Attribute, shapeOf } from '#domain/product.ts'
import { byField, productFields, soldFields } from '#domain/product-fields.ts'
import { productStatuses } from '#domain/product-rules.ts'
import { RejectionField } from '#domain/rejection.ts'
import { rejectionCodes } from '#domain/rejection-codes.ts'
import { say } from '#domain/shape-texts.ts'
import { Id, isOneLine, line, prose } from '#domain/text.ts'
import type { Collection, ImportOptions } from '#domain/transfer.ts'
import { Email, roles, userStatuses } from '#domain/user.ts'
import { Score } from '#domain/widget.ts'

const l = limits.product
const o = limits.order
const p = limits.profile

/** Seconds are told from milliseconds by their size: up to this they are seconds, until the year 5138. */
const secondsMax = 100_000_000_000
const iso = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s?(Z|[+-]\d\d:?\d\d)?)?$/

/** Milliseconds since 1970, or not a number. */
function milliseconds(value: unknown): number {
  if (typeof value === 'number') return Math.abs(value) < secondsMax ? Math.round(value * 1_000) : value
  if (typeof value === 'string') {
    if (/^\d{9,16}$/.test(value)) return milliseconds(Number(value))
    const [, day, time = '00:00', zone = 'Z'] = iso.exec(value.trim()) ?? []
    // Date.parse makes 1 March of 30 February.
    const isDay = day && new Date(Date.parse(day) || 0).toISOString().startsWith(day)
    return isDay ? Date.parse(`${day}T${time}${zone}`) : Number.NaN
  }
  if (typeof value !== 'object' || value === null) return Number.NaN
  const { _seconds, _nanoseconds, seconds = _seconds, nanoseconds = _nanoseconds ?? 0 } = value as Record<string, unknown>
  return typeof seconds === 'number' && typeof nanoseconds === 'number' ? seconds * 1_000 + Math.floor(nanoseconds / 1_000_000) : Number.NaN
}

/** A moment in any of the forms of product §8, as ISO 8601 text in UTC. */
const Moment = z.unknown().transform((value, context): string => {
  const at = Math.floor(milliseconds(value))
  const isKnown = at >= Date.parse('0001-01-01T00:00:00Z') && at <= Date.parse('9999-12-31T00:00:00Z')
  if (!isKnown) context.addIssue({ code: 'custom', message: 'moment', params: { text: 'not-a-moment' }, input: value })
  return isKnown ? new Date(at).toISOString() : z.NEVER
})

/** A whole number as the tables store it: `integer` of PostgreSQL. */
const integer = (min: number) => z.int().min(min).max(2_147_483_647)

/** Absent, null and empty text all mean that nothing is given. */
const given = <Shape extends z.ZodType>(shape: Shape) => z.preprocess((value) => (value === '' ? null : value), shape.nullish())
const text = (max: number) => given(prose({ max }))
const short = (max: number) => given(line({ max }))
const moment = given(Moment)
/** Kept, and not read. */
const anything = z.unknown().optional()
const anyId = given(z.string().max(limits.text.idMax))
const MessageId = z.string().max(limits.text.idMax).refine(isOneLine, say('control-characters'))

/** An amount as minor units. */
const amountIn = ({ majorUnits, currency }: Units) => {
  const decimals = decimalsOf(currency)
  return z.unknown().transform((value, context): number => {
    const [, whole = '', fraction = ''] = /^(\d{1,14})(?:\.(\d+?)0*)?$/.exec(String(value)) ?? []
    const minor = majorUnits ? Number(`${whole}${fraction.slice(0, decimals).padEnd(decimals, '0')}`) : Number(value)
    const isRight = majorUnits
      ? whole !== '' &&
        Number.isSafeInteger(minor) &&
        (typeof value === 'number' || typeof value === 'string') &&
        fraction.replace(/0+$/, '').length <= decimals
      : Number.isSafeInteger(value) && minor >= 0
    if (!isRight)
      context.addIssue({
        code: 'custom',
        message: 'amount',
        input: value,
        params: majorUnits ? { text: 'not-an-amount', values: { decimals } } : { text: 'not-minor-units' },
      })
    return isRight ? minor : z.NEVER
  })
}

/** How amounts of the export are read: the currency of this marketplace, in major or minor units. */
export type Units = Pick<ImportOptions, 'majorUnits'> & { currency: string }

/** What else a status of a person may be called in the former product. */
const suspendedToo: readonly unknown[] = ['disabled', 'inactive', 'blocked', 'banned']

/** Addresses of closed accounts lead nowhere. */
const AnyEmail = z.email().max(limits.user.emailMax).toLowerCase()

/** An account as the identity service exports it. */
export const Account = z.object({
  localId: Id,
  email: given(AnyEmail),
  emailVerified: given(z.boolean()),
  disabled: given(z.boolean()),
  passwordHash: anything,
  /** The hash of another Backstall. */
  backstallHash: anything,
  salt: anything,
  displayName: short(limits.user.nameMax),
  createdAt: moment,
})
export type Account = z.infer<typeof Account>

/** What only a Backstall exports, beside the fields of spec §3. Other Backstalls read it. */
const own = {
  users: z.object({ avatar: given(AvatarPath), notify: given(Preferences.partial()), suspendedAt: moment }),
  products: z.object({
    /** 0 for none, where the other fields would say otherwise. */
    approvedVersion: given(integer(0)),
    approvedPrice: given(z.int().min(0)),
    submittedAt: moment,
    formerSellers: given(z.array(Id)),
    rejectionFields: given(z.array(RejectionField)),
    skuClashes: given(z.boolean()),
  }),
  editRequests: z.object({
    version: integer(1),
    baseVersion: integer(1),
    fields: z.array(ReviewableField),
    base: EditValues,
    decisions: z.array(FieldDecision),
    decidedBy: given(Id),
  }),
  chats: z.object({
    buyerEmail: given(Email),
    solvedCount: given(integer(0)),
    ratings: given(
      z.array(z.object({ solution: integer(1), score: Score, comment: prose({ max: limits.chat.textMax }), createdAt: Moment })),
    ),
    notes: given(z.array(z.object({ id: Id, authorId: Id, text: ChatNoteText, createdAt: Moment }))),
  }),
  /** The place decides between messages of the same millisecond; an erased text was removed with the account of its author. */
  messages: z.object({ number: given(integer(1)), erased: given(z.literal(true)) }),
  orders: z.object({ erasedAt: moment, tookStock: given(z.array(z.boolean())) }),
}

const Message = z.object({
  id: given(MessageId),
  chatId: given(Id),
  senderId: MessageId.min(1),
  senderName: anything,
  text: prose({ max: limits.chat.textMax }),
  timestamp: Moment,
  /** Files by their paths; what former products call so is kept, and noted. */
  attachments: anything,
  backstall: given(own.messages),
})
export type Message = z.infer<typeof Message>

/** A stored image as records name it (spec §3); with its size in bytes, if they say it. */
const Image = z.object({ url: anything, path: z.string(), name: z.string().nullish(), size: z.int().nullish(), bytes: z.int().nullish() })

/**
 * The fields of each collection that Backstall knows, by their names in an export (spec §3), and how they are read. Others are kept with
 * their record.
 */
export const shapesFor = (units: Units) => {
  const amount = amountIn(units)
  return {
    users: z.object({
      id: Id,
      email: given(AnyEmail),
      name: short(limits.user.nameMax),
      displayName: short(limits.user.nameMax),
      role: given(z.enum(roles)),
      status: z.preprocess((value) => (suspendedToo.includes(value) ? 'suspended' : value), given(z.enum(userStatuses))),
      suspensionReason: text(limits.user.suspensionReasonMax),
      shopName: short(p.shopNameMax),
      phone: short(p.phoneMax),
      address: text(p.addressMax),
      about: text(p.aboutMax),
      createdAt: moment,
      updatedAt: moment,
      backstall: given(own.users),
    }),
    products: z.object({
      id: Id,
      ...shapeOf({
        line: (field) => line({ min: 1, max: productFields[field].max }),
        prose: (field) => text(productFields[field].max),
        text: (field) => short(productFields[field].max),
        money: (field) =>
          given(
            amount
              .refine((value) => value > 0, say('field-zero', { field }))
              .refine((value) => value <= productFields[field].max, say('field-too-high', { field })),
          ),
        count: (field) => {
          const { min = 0, max } = productFields[field]
          return given(z.int().min(min).max(max))
        },
        tags: (field) => given(z.array(line({ min: 1, max: l.tagMax })).max(productFields[field].max)),
        attributes: (field) => given(z.array(Attribute).max(productFields[field].max)),
      }),
      images: given(z.array(Image).max(limits.image.max)),
      seller_id: anyId,
      userId: anyId,
      status: given(z.enum(productStatuses)),
      version: given(integer(1)),
      rejectionReason: text(limits.rejection.textMax),
      rejectionCode: given(z.enum(rejectionCodes)),
      archivedByAdmin: given(z.boolean()),
      created_at: moment,
      updated_at: moment,
      updatedAt: moment,
      backstall: given(own.products),
    }),
    editRequests: z.object({
      id: Id,
      product_id: anyId,
      productId: anyId,
      productTitle: anything,
      seller_id: anyId,
      userId: anyId,
      status: given(z.enum(editRequestStatuses)),
      payload: anything,
      note: text(limits.chat.noteMax),
      rejectionReason: text(limits.rejection.textMax),
      decidedAt: moment,
      created_at: moment,
      createdAt: moment,
      updated_at: moment,
      backstall: given(own.editRequests),
    }),
    notifications: z.object({
      id: Id,
      userId: z.string().min(1),
      productId: anyId,
      productTitle: short(l.titleMax),
      message: prose({ max: limits.message.textMax }),
      type: z.enum(notificationTypes),
      status: short(40),
      reason: text(limits.rejection.textMax),
      link: short(500),
      isRead: given(z.boolean()),
      createdAt: moment,
    }),
    chats: z.object({
      id: Id,
      buyerId: z
        .string()
        .min(1)
        .max(limits.text.idMax - 6),
      buyerName: short(limits.user.nameMax),
      buyerUnreadCount: given(integer(0)),
      adminId: anyId,
      adminEmail: anything,
      adminUnreadCount: given(integer(0)),
      createdAt: moment,
      lastMessage: anything,
      lastMessageTimestamp: anything,
      status: given(z.enum(chatStatuses)),
      blocked: given(z.boolean()),
      messages: anything,
      backstall: given(own.chats),
    }),
    messages: Message,
    history_logs: z.object({
      id: Id,
      type: z.enum(historyTypes),
      description: prose({ min: 1, max: 5_000 }),
      itemId: given(z.string().max(limits.text.idMax)),
      user: anything,
      timestamp: Moment,
    }),
    orders: z.object({
      id: Id,
      number: short(60),
      source: short(o.sourceMax),
      externalId: short(o.externalIdMax),
      buyerName: line({ min: 1, max: o.buyerNameMax }),
      buyerEmail: given(Email),
      shippingAddress: given(Address),
      currency: given(
        z.string().refine((code) => code === units.currency, { params: { text: 'other-currency', values: { currency: units.currency } } }),
      ),
      lines: z
        .array(
          z.object({
            product_id: z.string().min(1).max(limits.text.idMax),
            ...byField(soldFields, (field) => short(productFields[field].max)),
            seller_id: anyId,
            quantity: z.int().min(1).max(o.quantityMax),
            unitPrice: amount,
            status: given(z.enum(lineStatuses)),
            carrier: short(o.carrierMax),
            tracking: short(o.trackingMax),
            shippedAt: moment,
            deliveredAt: moment,
            cancelledAt: moment,
          }),
        )
        .min(1)
        .max(o.linesMax),
      shipping: given(amount),
      tax: given(amount),
      discount: given(amount),
      total: amount,
      paymentStatus: given(z.enum(paymentStatuses)),
      refunds: given(z.array(z.object({ amount, reason: text(o.reasonMax), createdAt: moment }))),
      placedAt: moment,
      createdAt: moment,
      paidAt: moment,
      backstall: given(own.orders),
    }),
  } satisfies Record<Collection, z.ZodObject>
}

export type Shapes = ReturnType<typeof shapesFor>
/** A record of a collection as it was read. */
export type RecordOf<Of extends Collection> = z.infer<Shapes[Of]>
