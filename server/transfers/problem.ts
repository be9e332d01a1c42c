import { nameOf } from '#domain/shape-texts.ts'
import type { Finding } from '#domain/transfer.ts'

/** What findings of an import say beside the sentences of shapes; a value stands for its name in braces. */
const texts = {
  'broken-json': 'This is not valid JSON: {reason}',
  'not-an-object': 'A record is an object with an "id".',
  'no-id':
    'A record needs an "id" of letters, digits and . _ : ~ -, at most 128 characters; that of a person must not begin with "buyer:".',
  'too-large':
    'A record may have {max} bytes at most. Messages of a long chat can be records of their own, with chatId, in messages.jsonl.',
  'too-deep': 'This is nested too deeply.',
  'not-utf8': 'This is not valid UTF-8.',
  'file-broken': 'The rest of the file cannot be read: {reason}',
  'wrong-value': 'This value is not valid: {reason}',
  'not-a-moment': 'This is no moment. Use ISO 8601 text, seconds, milliseconds, or an object with seconds and nanoseconds.',
  'not-minor-units':
    'This is not a whole number of minor units. If prices are in major units, choose "In major units", or --major-units on the command line.',
  'not-an-amount': 'This is not an amount with at most {decimals} decimals.',
  'id-twice': 'Another record of this collection has the same id: line {line}.',
  'no-such-record': 'There is no record "{id}" in {collection}.',
  'email-missing': 'A person needs an email address, here or in auth.json.',
  'email-taken': 'Another person has the same email address.',
  'sku-taken': 'Another product of this seller has the same SKU.',
  'participant-taken':
    'Another chat has the same participant, who has one chat here. Give the messages of this one the chatId of that one.',
  'order-taken': 'Another order has the same number, or the same source and external ID.',
  'request-waits':
    'Another edit request of this product is pending. Only one can wait: decide on one of them in the former product, or give it the status "superseded".',
  'payload-too-large': 'What it asks for is longer than 64 KiB.',
  'messages-shape': 'Messages are a list, or an object by id. They were left out.',
  'message-twice': 'Another message of this chat has the same id and sender.',
  'messages-broken': 'More than {max} of its messages cannot be imported, so the chat was left out.',
  'attachments-left-out':
    'Attachments that were left out: {count}. A message may have {max}, each with the path of a file of its chat, such as chats/<chatId>/<id>_<name>.',
  'chat-missing': 'A message needs the id of its chat.',
  'other-currency': 'Orders here are in {currency}.',
  'order-undated': 'An order needs the time when it was placed.',
  'order-discount': 'The discount is higher than the items.',
  'order-sum': 'Items, shipping and tax less the discount are {sum}, in minor units.',
  'order-refunds': 'Payment status, time of payment and refunds do not fit together.',
  'changed-here': 'This was changed or deleted here since it was imported. It stays as it is here.',
  'exists-here': 'This id was used here before the import. It stays as it is here.',
  'not-changeable': 'This was imported before and cannot be changed any more. It stays as it was.',
  'direction-removed': 'Invisible characters that turn the direction of writing were taken out of this.',
  'could-not-store': 'The database did not accept this record. The log of Backstall says why.',
  'seller-differs': 'It names "{other}" as userId, too. The seller_id owns it; the userId is kept as data.',
  'is-support': 'This person has the support address. What refers to them refers to the support account here, which stays as it is.',
  'waits-as-admin': 'This person was an administrator. They are a seller here until an administrator confirms them.',
  'no-account': 'This person has no account in auth.json. They choose a password by "Forgot password?".',
  'no-profile': 'This account has no record in users. It was imported with what the account says.',
  'hash-missing': 'The account has no password hash. They choose a password by "Forgot password?".',
  'hash-unknown': 'The password hash cannot be used. They choose a password by "Forgot password?".',
  'hash-config': 'The parameters of the password hashes cannot be used: {reason} All people choose a password by "Forgot password?".',
  'file-damaged': 'This file is not the one that files.jsonl names: its SHA-256 is another.',
  'file-missing': 'The export has no file {path}. The record was imported without it.',
  'file-not-sent': 'The list files.jsonl names this file, but the export does not have it.',
  'file-size': 'The file has {bytes} bytes, but its record says {expected}. It was not imported.',
  'file-name':
    'Files have paths such as products/<productId>/<index>_<name> or chats/<chatId>/<id>_<name>, without control characters, slashes or quotation marks in the name. Profile pictures and logos come from another Backstall alone.',
  'file-link': 'This is a link, or no ordinary file. Links are not followed.',
  'file-unreadable': 'The system cannot read this. Check its permissions, and that its name is valid UTF-8.',
  'file-type': 'This is not a JPEG, PNG, WebP, AVIF or GIF picture, nor a PDF of a chat.',
  'file-too-large': 'A file may have {max} bytes at most.',
  'file-changed': 'The file differs from the one that was imported under this path. That one stays.',
  'file-refused': '{reason}',
} as const
export type ProblemText = keyof typeof texts

/** What is wrong with one field of a record, or with all of it. */
export type Problem = Pick<Finding, 'field' | 'code' | 'message'>

/** A problem with its sentence. */
export const problem = (code: ProblemText, field: string | null = null, values: Record<string, string | number> = {}): Problem => ({
  field,
  code,
  message: texts[code].replace(/\{(\w+)\}/g, (_, name) => String(values[name] ?? '')),
})

type Issue = { path: readonly PropertyKey[]; message: string; code?: string | undefined; params?: Record<string, unknown> | undefined }

/** An issue of the schema library as a problem of the field that it names. */
export function problemOf({ path, message, code, params }: Issue): Problem {
  const field = path.length > 0 ? path.join('.') : null
  if (params && typeof params.text === 'string' && params.text in texts)
    return problem(params.text as ProblemText, field, params.values as Record<string, string | number>)
  const named = nameOf(message)
  return { field, code: named?.text ?? code ?? 'wrong-value', message }
}
