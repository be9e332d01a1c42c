import type { TimelineEntry } from '#contract/products.ts'
import type { Profile } from '#domain/account.ts'
import type { OpenPeriod } from '#domain/business-hours.ts'
import type { EditRequestStatus } from '#domain/edit-request.ts'
import type { LineStatus, PaymentStatus } from '#domain/order-rules.ts'
import type { ProductStatus } from '#domain/product.ts'
import { byField, type ContentField, contentFields, type FieldKind, isContentField, productFields } from '#domain/product-fields.ts'
import type { RejectionCode } from '#domain/rejection.ts'
import type { Settings } from '#domain/settings.ts'
import type { Role, UserStatus } from '#domain/user.ts'
import { scopeText } from '#web/api-keys/scope-text.ts'
import { numberText } from '#web/platform/i18n/field-units.ts'
import { t } from '#web/platform/i18n/messages.ts'
import { fieldLabel } from '#web/platform/i18n/product-fields.ts'
import { useMoney } from '#web/platform/session/use-money.ts'
import { namedDay, weekdaysFrom } from '#web/ui/calendar.ts'
import { timeIn } from '#web/ui/time.ts'
import { typeText } from '#web/webhooks/webhook-words.ts'

export type Changed = Pick<TimelineEntry, 'kind' | 'fields' | 'before' | 'after'>

/** A value as text for people; `quoted` marks text that a person wrote. */
export type Shown = { text: string; quoted: boolean }
/** One field, or one part of a composite field; null for a side that the event does not record, and for a former value that was empty. */
export type ShownChange = { name: string; from: Shown | null; to: Shown | null }

/** How the values of a field are shown. Other fields appear in the event's sentence, or are ids. */
type Shape =
  | 'text'
  | 'number'
  | 'money'
  | 'yesNo'
  | 'onOff'
  | 'list'
  | 'periods'
  | 'days'
  | 'weekday'
  | 'time'
  | 'fieldNames'
  | 'picture'
  | 'status'
  | 'payment'
  | 'role'
  | 'registration'
  | 'widgetMode'
  | 'rhythm'
  | 'scopes'
  | 'types'
  | 'parts'
const shapeOfKind: Record<FieldKind, Shape> = {
  line: 'text',
  prose: 'text',
  text: 'text',
  money: 'money',
  count: 'number',
  tags: 'list',
  attributes: 'parts',
  pictures: 'picture',
}
const shapes = {
  status: 'status',
  paymentStatus: 'payment',
  role: 'role',
  ...byField(contentFields, (field) => shapeOfKind[productFields[field].kind]),
  approvedPrice: 'money',
  rejectionReason: 'text',
  archivedByAdmin: 'yesNo',
  seller: 'text',
  fields: 'fieldNames',
  name: 'text',
  shopName: 'text',
  phone: 'text',
  address: 'text',
  about: 'text',
  extra: 'parts',
  email: 'text',
  emailVerified: 'yesNo',
  marketplaceName: 'text',
  logo: 'picture',
  termsUrl: 'text',
  privacyUrl: 'text',
  adminsNeedSecondFactor: 'yesNo',
  registration: 'registration',
  categories: 'list',
  rejectionTemplates: 'parts',
  reviewedFields: 'fieldNames',
  priceReviewPercent: 'number',
  cannedReplies: 'parts',
  businessHours: 'periods',
  holidays: 'days',
  replyTime: 'text',
  widgetMode: 'widgetMode',
  widgetOrigins: 'list',
  widgetAudience: 'text',
  widgetJwksUrl: 'text',
  widgetJwks: 'text',
  webhooksPrivate: 'yesNo',
  webhookLogDays: 'number',
  buyerRetentionDays: 'number',
  backupEvery: 'rhythm',
  backupDay: 'weekday',
  backupAt: 'time',
  backupFolder: 'text',
  backupKeep: 'number',
  types: 'types',
  enabled: 'onOff',
  scopes: 'scopes',
  blocked: 'yesNo',
  total: 'money',
  amount: 'money',
  source: 'text',
  carrier: 'text',
  tracking: 'text',
} as const satisfies Record<ContentField | keyof Profile | keyof Settings, Shape> & Record<string, Shape>
type Field = keyof typeof shapes
const fieldsShown = Object.keys(shapes) as Field[]
const isField = (name: string): name is Field => Object.hasOwn(shapes, name)

/** The changes of an event, field by field, with former and new values. */
export function useShownChanges(): (entry: Changed) => ShownChange[] {
  const money = useMoney()
  return (entry) => fieldsShown.filter((field) => isShown(field, entry)).flatMap((field) => changesOf(field, entry, money))
}

/** A refused or withdrawn request changed nothing; the title of an order's line is in its sentence. */
function isShown(field: Field, { kind, fields, before, after }: Changed): boolean {
  if (kind.startsWith('order.') && field === 'title') return false
  if (has(before, field) || has(after, field)) return !same(before?.[field], after?.[field])
  return fields.includes(field) && !kind.startsWith('editRequest.')
}
const has = (values: Changed['before'], field: string) => values !== null && Object.hasOwn(values, field)
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function changesOf(field: Field, { kind, before, after }: Changed, money: (minor: number) => string): ShownChange[] {
  const name = labelOf(field)
  const [from, to] = [before, after].map((values) => (has(values, field) ? { value: values?.[field] } : null))
  if (shapes[field] === 'parts') return partsOf(field, name, from ? pairs(from.value) : null, to ? pairs(to.value) : null)
  const shown = (side: typeof from) => (side ? shownValue(field, side.value, kind, money) : null)
  return [{ name, from: to && isEmpty(from?.value) ? null : shown(from), to: shown(to) }]
}

/** Only the parts that differ; if only their order does, just the fact that the field changed. */
function partsOf(field: Field, name: string, from: Map<string, string> | null, to: Map<string, string> | null): ShownChange[] {
  const keys = [...new Set([...(from?.keys() ?? []), ...(to?.keys() ?? [])])].filter((key) => from?.get(key) !== to?.get(key))
  const side = (parts: Map<string, string> | null, key: string) => parts && quoted(parts.get(key) ?? '')
  const former = (key: string) => (to && !from?.get(key) ? null : side(from, key))
  if (keys.length === 0) return [{ name, from: null, to: null }]
  return keys.map((key) => ({ name: t('history.part', { name, part: partName(field, key) }), from: former(key), to: side(to, key) }))
}

const partName = (field: Field, key: string) =>
  field === 'rejectionTemplates' ? t(`approval.reasons.${key as RejectionCode}`) : field === 'cannedReplies' ? `“${key}”` : key

/** Attributes and further fields by key, canned replies by title, templates by code. */
function pairs(value: unknown): Map<string, string> {
  if (!Array.isArray(value)) return new Map(Object.entries(value ?? {}).map(([key, text]) => [key, plain(text)]))
  return new Map(value.map((one) => [plain(one?.key ?? one?.title), plain(one?.value ?? one?.text)]))
}

const plain = (value: unknown): string => (typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value))
const quoted = (text: string): Shown => (text === '' ? nothing() : { text, quoted: true })
const nothing = (): Shown => ({ text: t('history.empty'), quoted: false })
const word = (text: string): Shown => ({ text, quoted: false })
const list = (names: readonly string[]) => names.join(', ')

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

function shownValue(field: Field, value: unknown, kind: Changed['kind'], money: (minor: number) => string): Shown {
  if (isEmpty(value)) return nothing()
  const shape: Shape = shapes[field]
  if (typeof value === 'number' && shape === 'weekday') return word(weekdayName(value)?.long ?? '')
  if (typeof value === 'number') return word(shape === 'money' ? money(value) : numberText(field, value))
  if (typeof value === 'boolean')
    return word(shape === 'onOff' ? t(value ? 'common.on' : 'common.off') : t(value ? 'history.yes' : 'history.no'))
  if (shape === 'picture') return word(list([value].flat().map(pictureName)))
  if (shape === 'periods' && Array.isArray(value)) return word(list(value.map(periodText)))
  // Their texts have commas.
  if (shape === 'days' && Array.isArray(value)) return word(value.map(namedDay).join('; '))
  if (shape === 'scopes' && Array.isArray(value)) return word(value.map(scopeText).join('; '))
  if (shape === 'types' && Array.isArray(value)) return word(value.map(typeText).join('; '))
  if (Array.isArray(value)) return shape === 'fieldNames' ? word(list(value.map(fieldName))) : quoted(list(value.map(plain)))
  if (typeof value !== 'string') return quoted(plain(value))
  return wordFor[shape]?.(value, kind) ?? quoted(value)
}

const weekdayName = (day: number) => weekdaysFrom(1)[day - 1]
/** A time of day in no zone, as the fields of the settings show it: 24:00 is the midnight after. */
const clockTime = (time: string) => timeIn(`1970-01-01T${time}Z`, 'UTC')
/** "Mon 09:00–17:00", or with the clock of the reader's region. */
const periodText = ({ day, from, to }: OpenPeriod) => `${weekdayName(day)?.short} ${clockTime(from)}–${clockTime(to)}`
const labelOf = (field: Field) => (isContentField(field) ? fieldLabel(field) : t(`fields.${field}`))
const fieldName = (name: string) => (isField(name) ? labelOf(name) : name)
/** The file name of a picture: `products/42/0_lamp.png` is "lamp.png". */
const pictureName = (picture: unknown) =>
  plain((picture as { path?: unknown } | null)?.path ?? picture)
    .replace(/^.*\//, '')
    .replace(/^\d+_/, '')

const wordFor: Partial<Record<Shape, (value: string, kind: Changed['kind']) => Shown>> = {
  status: (value, kind) => word(statusWord(value, kind)),
  payment: (value) => word(t(`orders.payment.${value as PaymentStatus}`)),
  role: (value) => word(t(`users.role.${value as Role}`)),
  registration: (value) => word(t(`settings.registrations.${value as Settings['registration']}`)),
  widgetMode: (value) => word(t(`widget.modes.${value as Settings['widgetMode']}`)),
  rhythm: (value) => word(t(`backups.rhythms.${value as Settings['backupEvery']}`)),
  time: (value) => word(clockTime(value)),
}

/** The same word as on the status tag. */
function statusWord(value: string, kind: Changed['kind']): string {
  if (kind.startsWith('product.')) return t(`products.status.${value as ProductStatus}`)
  if (kind.startsWith('editRequest.')) return t(`editRequests.status.${value as EditRequestStatus}`)
  if (kind.startsWith('user.')) return t(`users.status.${value as UserStatus}`)
  if (kind.startsWith('order.')) return t(`orders.line.${value as LineStatus}`)
  return kind.startsWith('chat.') ? t(`chats.inbox.status.${value as 'open' | 'solved'}`) : value
}
