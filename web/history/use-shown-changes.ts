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

type About = { kind: Changed['kind']; money: (minor: number) => string }
/** The words for a value; null if it is shown as it is. */
type Say = (value: never, about: About) => string | null

const asIs: Say = () => null
/** Shown part by part. */
const parts: Say = () => null
const listOf =
  (nameOf: (item: never) => string, between = ', '): Say =>
  (value) =>
    [value].flat().map(nameOf).join(between)
const inMoney: Say = (value: unknown, { money }) => (typeof value === 'number' ? money(value) : null)
const pictures = listOf(pictureName)
const sayOfKind: Partial<Record<FieldKind, Say>> = { money: inMoney, attributes: parts, pictures }

/** How the values of a field are shown, in the order of the fields. Other fields appear in the event's sentence, or are ids. */
const says = {
  status: statusWord,
  paymentStatus: (value: PaymentStatus) => t(`orders.payment.${value}`),
  role: (value: Role) => t(`users.role.${value}`),
  ...byField(contentFields, (field) => sayOfKind[productFields[field].kind] ?? asIs),
  approvedPrice: inMoney,
  rejectionReason: asIs,
  archivedByAdmin: asIs,
  seller: asIs,
  fields: listOf(fieldName),
  name: asIs,
  shopName: asIs,
  phone: asIs,
  address: asIs,
  about: asIs,
  extra: parts,
  email: asIs,
  emailVerified: asIs,
  marketplaceName: asIs,
  logo: pictures,
  termsUrl: asIs,
  privacyUrl: asIs,
  adminsNeedSecondFactor: asIs,
  registration: (value: Settings['registration']) => t(`settings.registrations.${value}`),
  categories: asIs,
  rejectionTemplates: parts,
  reviewedFields: listOf(fieldName),
  priceReviewPercent: asIs,
  cannedReplies: parts,
  businessHours: listOf(periodText),
  // The texts of these lists have commas.
  holidays: listOf(namedDay, '; '),
  replyTime: asIs,
  widgetMode: (value: Settings['widgetMode']) => t(`widget.modes.${value}`),
  widgetOrigins: asIs,
  widgetAudience: asIs,
  widgetJwksUrl: asIs,
  widgetJwks: asIs,
  webhooksPrivate: asIs,
  webhookLogDays: asIs,
  buyerRetentionDays: asIs,
  backupEvery: (value: Settings['backupEvery']) => t(`backups.rhythms.${value}`),
  backupDay: (value: number) => weekdayName(value)?.long ?? '',
  backupAt: clockTime,
  backupFolder: asIs,
  backupKeep: asIs,
  types: listOf(typeText, '; '),
  enabled: (value: boolean) => t(value ? 'common.on' : 'common.off'),
  scopes: listOf(scopeText, '; '),
  blocked: asIs,
  total: inMoney,
  amount: inMoney,
  carrier: asIs,
  tracking: asIs,
} satisfies Record<ContentField | keyof Profile | keyof Settings, Say> & Record<string, Say>
type Field = keyof typeof says
const fieldsShown = Object.keys(says) as Field[]
const isField = (name: string): name is Field => Object.hasOwn(says, name)

/** The changes of an event, field by field, with former and new values. */
export function useShownChanges(): (entry: Changed) => ShownChange[] {
  const money = useMoney()
  return (entry) => fieldsShown.filter((field) => isShown(field, entry)).flatMap((field) => changesOf(field, entry, money))
}

/** A refused or withdrawn request changed nothing; the title of an order's line is in its sentence. */
function isShown(field: Field, { kind, fields, before, after }: Changed): boolean {
  if (kind.startsWith('order.') && field === 'title') return false
  // Such as the fields of a rejection that is about none.
  if (!has(before, field) && has(after, field) && isEmpty(after?.[field])) return false
  if (has(before, field) || has(after, field)) return !same(before?.[field], after?.[field])
  return fields.includes(field) && !kind.startsWith('editRequest.')
}
const has = (values: Changed['before'], field: string) => values !== null && Object.hasOwn(values, field)
const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

function changesOf(field: Field, { kind, before, after }: Changed, money: (minor: number) => string): ShownChange[] {
  const name = labelOf(field)
  const [from, to] = [before, after].map((values) => (has(values, field) ? { value: values?.[field] } : null))
  if (says[field] === parts) return partsOf(field, name, from ? pairs(from.value) : null, to ? pairs(to.value) : null)
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

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && value.length === 0)

function shownValue(field: Field, value: unknown, kind: Changed['kind'], money: (minor: number) => string): Shown {
  if (isEmpty(value)) return nothing()
  const said = (says[field] as Say)(value as never, { kind, money })
  if (said !== null) return word(said)
  if (typeof value === 'number') return word(numberText(field, value))
  if (typeof value === 'boolean') return word(t(value ? 'history.yes' : 'history.no'))
  return quoted(Array.isArray(value) ? value.map(plain).join(', ') : plain(value))
}

const weekdayName = (day: number) => weekdaysFrom(1)[day - 1]
/** A time of day in no zone, as the fields of the settings show it: 24:00 is the midnight after. */
function clockTime(time: string): string {
  return timeIn(`1970-01-01T${time}Z`, 'UTC')
}
/** "Mon 09:00–17:00", or with the clock of the reader's region. */
function periodText({ day, from, to }: OpenPeriod): string {
  return `${weekdayName(day)?.short} ${clockTime(from)}–${clockTime(to)}`
}
const labelOf = (field: Field) => (isContentField(field) ? fieldLabel(field) : t(`fields.${field}`))
function fieldName(name: string): string {
  return isField(name) ? labelOf(name) : name
}
/** The file name of a picture: `products/42/0_lamp.png` is "lamp.png". */
function pictureName(picture: unknown): string {
  const path = plain((picture as { path?: unknown } | null)?.path ?? picture)
  return path.replace(/^.*\//, '').replace(/^\d+_/, '')
}

/** The same word as on the status tag. */
function statusWord(value: string, { kind }: About): string {
  if (kind.startsWith('product.')) return t(`products.status.${value as ProductStatus}`)
  if (kind.startsWith('editRequest.')) return t(`editRequests.status.${value as EditRequestStatus}`)
  if (kind.startsWith('user.')) return t(`users.status.${value as UserStatus}`)
  if (kind.startsWith('order.')) return t(`orders.line.${value as LineStatus}`)
  return kind.startsWith('chat.') ? t(`chats.inbox.status.${value as 'open' | 'solved'}`) : value
}
