import { type ErrorCode, errors, type RefusalText } from '#domain/errors.ts'
import { formatPrice } from '#domain/money.ts'
import { type PriceProblem, priceProblems } from '#domain/parse-price.ts'
import { isContentField, wordFor } from '#domain/product-fields.ts'
import { defaultTexts } from '#domain/sentences.ts'
import { filled, type NamedText, type ShapeText, shapeTexts, type Values } from '#domain/shape-texts.ts'

type Sum = { items: number; shipping: number; tax: number; discount: number; sum: number; currency: string }
type Width = { cells: number; columns: number }

const width = ({ cells, columns }: Width, only = '') =>
  `This row has ${cells} ${cells === 1 ? 'cell' : 'cells'}, the header ${only}${columns}. Put quotes around`
const ended = (how: string) => `It was stopped, as the account ${how}. Rows already written stay.`
const author = (what: string) => `The administrator who decided this ${what}.`
const neverLive = (why: string) => `The product ${why} can go live. Reject the request to close it.`
const decided = { approved: 'approved this', partly_approved: 'approved part of this', rejected: 'rejected this' }
type Decided = { status: keyof typeof decided; by?: string | null }
const asSentence = (text: string) => (/[.!?…]$/.test(text) ? text : `${text}.`)

/** Sentences of refusals beside those of the codes (`errors`); some are stored: of rows of files, of bulk decisions and of webhooks. */
const own = {
  'not-json': 'This is not valid JSON.',
  'json-too-deep': 'This is nested too deeply.',
  'json-too-many-parts': 'This has too many lists, objects and fields.',
  'not-utf8': 'This is not valid UTF-8.',
  'plain-json': 'Send plain JSON; "meta" and "maps" must be empty.',
  'too-often': 'Too many attempts. Try again in {minutes} minutes.',
  'request-broke-off': 'The request was interrupted.',
  'page-gone': 'This page no longer exists. Start from the first one.',
  'scope-lacking': 'This API key is not allowed to do this: it lacks the scope {scope}.',
  'user-needed': 'Choose the user whose products to list.',
  'one-share': 'Choose one of product, seller and category.',
  'too-many-shared': 'There are already {max} shared views. Delete one of them first, or keep this one to yourself.',
  'view-changed': 'Someone else changed this view in the meantime. Try again to change the current version.',
  'too-many-unsaved':
    'There are already {max} uploaded images of this product that are not saved, perhaps from an earlier visit. Remove one, or try again in {minutes} minutes.',
  'view-of-owner': 'Only the person who shared this view can make it private.',

  'suspended-because': ({ reason, supportEmail }: { reason: string | null; supportEmail: string }) =>
    `${errors['account-suspended'].message} ${reason ? `Reason: ${asSentence(reason)} ` : ''}To appeal, write to ${supportEmail}.`,
  'wrong-recovery-code': 'This recovery code is wrong or was used before. Enter another one.',
  'confirm-at-provider': 'Sign in at your sign-in provider again to confirm this.',
  'taken-connect':
    'An account with this email already exists. Sign in to it with your password, then connect it with {provider} in your profile.',
  'taken-unconnected':
    'An account with this email already exists, but it is not connected with {provider}. Connecting needs a password, and passwords are switched off here. Ask an administrator of this marketplace.',

  'has-role-already': ({ name, role }: { name: string; role: string }) =>
    `${name} is already ${role === 'admin' ? 'an admin' : 'a seller'}.`,
  'only-admins-invited': 'Registration is closed: only administrators can be invited.',
  'own-open-lines': 'You still have order lines to ship. Ship them first, or ask an administrator to cancel them.',
  'buyer-open-lines': 'Ship or cancel the open lines of this buyer first.',

  'chat-not-found': 'Chat not found',
  'support-has-no-chat': 'Support answers in "Chats" and has no chat of its own.',
  'assignee-not-active': 'Only an active admin can take this on.',
  'keys-need-https': 'Use an address that starts with https://. Others are read only if the settings allow private networks.',
  'file-not-of-chat': 'One of these files was not uploaded to this chat. Attach it again.',

  'order-not-found': 'Order not found.',
  'order-paid': 'This order has already been paid.',
  'order-all-cancelled': 'All lines of this order are cancelled: there is nothing to pay for.',
  'order-due': 'The amount due is now {due}, not {named}. Check the order again.',
  'order-unpaid': 'Nothing was paid for this order yet.',
  'order-refunded': 'Everything that was paid for this order has already been refunded.',
  'order-refunded-meanwhile': '{amount} was refunded meanwhile. Check the order again before you refund more.',

  'seller-sku-taken': 'This seller already has a product with this SKU.',
  'seller-same': 'It already belongs to this seller. Choose another.',
  'seller-not-active': 'This person is no longer an active seller. Choose another.',
  'image-in-use': 'The product uses this image.',
  'stock-needs-no-review': 'A new stock needs no review. Change it on the product itself.',
  'payload-full': 'Together with the change that is already pending, this is too large.',
  'endpoint-off': 'This endpoint is switched off. Switch it on first.',
  'endpoint-off-test': 'This endpoint is switched off. Switch it on to test it.',

  'product-not-found': 'Product not found!',
  'decided-by-you': ({ status }: Decided) => `You have already ${decided[status]}.`,
  'decided-by-other': ({ status, by }: Decided) => `${by ?? 'An administrator'} has since ${decided[status]}.`,
  'not-emptied': 'This cannot be empty, because the product is on sale, archived or in review.',
  'no-reader-of-note': 'This change does not go to review, so a note has no reader. Save without it.',
  'not-proposed': 'The request does not propose to change this.',
  'picture-not-uploaded': 'One of these images was not uploaded for this product. Upload it again.',
  'edit-withdrawn': 'The seller has since withdrawn this.',
  'edit-replaced': 'A newer change to the product replaced this one. Open that instead.',
  'edit-closed': 'This was closed in the meantime, because the product was taken off sale or assigned to another seller.',
  'edit-product-gone': neverLive('is gone, so nothing of this'),
  'edit-not-on-sale': neverLive('is not on sale, so nothing of this'),
  'edit-not-waited-for': neverLive('does not wait for this request, so nothing of it'),

  'author-signed-out': author('had signed out before it was carried out'),
  'author-suspended': author('was suspended before it was carried out'),
  'author-closed': author('had closed their account before it was carried out'),
  'author-without-factor': author('had no second factor when it was carried out'),
  'author-no-admin': 'The person who decided this was no longer an administrator when it was carried out.',

  'order-currency': 'Use {currency}.',
  'order-discount': 'The discount is higher than the items.',
  'order-sum': ({ currency, ...amounts }: Sum) => {
    const [i, s, t, d, sum] = (['items', 'shipping', 'tax', 'discount', 'sum'] as const).map((name) => formatPrice(amounts[name], currency))
    return `The total has to be ${sum}: items ${i} + shipping ${s} + tax ${t} − discount ${d}.`
  },
  'in-future': 'This is in the future.',
  'too-long-ago': 'This is too long ago.',
  'paid-too-early': 'It cannot be paid before it was placed.',
  'buyer-erased': 'The data of this buyer was erased.',
  'sold-out': 'This product is sold out.',
  'few-left': 'Only {stock} left in stock.',

  'row-quotes':
    'The quotes in this row do not match: a quoted cell ends before a comma or a line break, and a quote inside it is written twice.',
  'row-encoding': 'This row has bytes that are not UTF-8 text. Save it as "CSV UTF-8" and try again.',
  'row-too-wide': (row: Width) => `${width(row, 'only ')} a cell that holds the delimiter.`,
  'row-too-narrow': (row: Width) =>
    `${width(row)} a text that holds a line break. Where only empty cells are missing at the end, move a column that is always filled, such as the title, to the end.`,
  'row-of-order': 'The order was refused because of row {row}.',
  'cell-too-long': 'A cell can have at most {max} characters.',
  'cell-price': ({ problem, of }: { problem: PriceProblem; of: 'price' | 'amount' }) => priceProblems[problem].replace('price', of),
  'cell-whole-number': 'Write the {field} as a whole number, such as 5.',
  'cell-attributes': 'Write attributes as name=value, separated by |, such as Size=10|Colour=red.',
  'cell-moment': 'Write the date and time as 2026-01-31T12:30:00Z.',
  'cell-line-status': 'Write the status of the line as open, shipped or delivered.',
  'line-not-shipped': 'A line with a carrier or tracking number is shipped or delivered: write which.',
  'line-cancelled': 'A cancelled line is not imported. Leave it out, and take its amount off the total.',
  'sku-not-sold': 'No product on sale or archived has this SKU.',
  'sku-of-several': 'Several products have this SKU. Name the product by its ID.',
  'cell-contradicts': 'This differs from the first row of the same order.',
  'no-such-product': 'You have no product with this id. Leave the cell empty to find it by its SKU, or to make a new one.',
  'title-needed': 'A new product needs a title.',
  'named-before': 'An earlier row of this file has the same {what}.',
  'order-not-adjacent': 'An earlier row of this file has the same external ID. Keep the rows of one order together.',
  'csv-empty': 'This file is empty.',
  'column-twice': 'The column "{column}" appears twice in the header row.',
  'columns-naming': 'The header row names neither "{one}" nor "{other}". Columns are: {columns}.',
  'columns-lacking': 'The header row lacks {missing}. Columns are: {columns}.',
  'file-incomplete': 'The upload was incomplete. Upload the file again.',
  'stopped-suspended': ended('was suspended'),
  'stopped-closed': ended('was closed'),
  'stopped-role': ended('now has another role'),

  'archive-name': 'This archive has an entry with a name that is not allowed: {name}',
  'archive-link': 'This archive has a link or device, which is not allowed: {name}',
  'archive-twice': 'This archive has two entries of the same name: {name}',
  'archive-entries': 'This archive has more than {max} entries.',
  'archive-unpacked': 'This archive unpacks to more than {max} GB.',
  'archive-ratio': 'This archive unpacks to more than {max} times its size.',

  'webhook-erased': 'The content was erased.',
  'webhook-secret': 'The secret cannot be read, as SESSION_SECRET has changed. Rotate it.',
  'webhook-off': 'The endpoint was switched off.',
  'webhook-late': 'No answer within {seconds} seconds.',
  /** In the words of the system or the network. */
  'webhook-network': '{error}',
  'webhook-forbidden': '{host} is not an address that webhooks may go to.',
  'webhook-leads-to': '{host} stands for {address}, which is not an address that webhooks may go to.',
  'webhook-no-address': '{host} has no address.',
  'webhook-gone': 'The endpoint answered 410 (Gone).',
  'webhook-redirect': 'It answered {status}; redirects are not followed.',
  'webhook-status': 'It answered {status}.',
} as const

type Own = typeof own
const texts: Record<string, string | ((values: never) => string)> = { ...shapeTexts, ...defaultTexts, ...own }

type ValuesOf<Text> = Text extends keyof Own ? (Own[Text] extends (values: infer Wanted) => string ? Wanted : Values) : Values

/** What a refusal says, by its name in the catalogue. */
export function refusalText<Text extends keyof Own | ShapeText>(
  text: Text,
  ...[values]: Text extends keyof Own ? (Own[Text] extends string ? [values?: Values] : [values: ValuesOf<Text>]) : [values?: Values]
): RefusalText {
  const named = { text, values: { ...values } as Values }
  return { named, message: sentenceOf({ message: '', named }) }
}

/** A stored problem: the name of its sentence, and the sentence as it was, which former versions and rows have alone. */
export type StoredProblem = { message: string; named?: NamedText | null | undefined }

/** The sentence of a stored problem. If it has no name, or another version named it, it is the one stored; without a problem it is null. */
export function sentenceOf<Message extends string | null>({
  message,
  named,
}: Omit<StoredProblem, 'message'> & { message: Message }): Message | string {
  if (!named || message === null) return message
  const { text, values = {} } = named
  if (Object.hasOwn(errors, text)) return errors[text as ErrorCode].message
  const known = Object.hasOwn(texts, text) ? texts[text] : undefined
  if (known === undefined) return message
  if (typeof known === 'function') {
    try {
      return known(values as never)
    } catch {
      // A later version named values that this one does not know.
      return message
    }
  }
  const { field } = values
  return filled(known, typeof field === 'string' && isContentField(field) ? { ...values, field: wordFor(field) } : values)
}
