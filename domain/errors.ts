import { limits } from '#domain/limits.ts'
import type { NamedText } from '#domain/shape-texts.ts'

const { api, archive, chat, image, import: csv, webhook } = limits
const mebibytes = (bytes: number) => bytes / 2 ** 20
const shown = (count: number) => count.toLocaleString('en')

/** Every problem that people can encounter: HTTP status and sentence (spec §5, §8, product §9). */
export const errors = {
  'invalid-argument': { status: 400, message: 'Something in this request is not valid.' },
  'not-signed-in': { status: 401, message: 'Sign in to continue.' },
  'wrong-credentials': { status: 401, message: 'The email or the password is wrong.' },
  'account-suspended': { status: 403, message: 'This account is suspended.' },
  'account-closed': { status: 403, message: 'This account is closed.' },
  'password-sign-in-off': { status: 403, message: 'Passwords are switched off here. Sign in at the sign-in provider.' },
  'provider-unavailable': { status: 503, message: 'The sign-in provider cannot be reached at the moment. Try again in a little while.' },
  'provider-refused': { status: 422, message: 'The sign-in provider did not confirm who you are.' },
  'provider-answer': { status: 422, message: 'The answer of the sign-in provider was not valid. Try again.' },
  'provider-email': { status: 422, message: 'The sign-in provider did not send your email address, which an account needs.' },
  'provider-other-person': { status: 422, message: 'You signed in at the provider as another person.' },
  'provider-connected': { status: 409, message: 'Your account is already connected.' },
  'provider-taken': { status: 409, message: 'Another account here is connected to this person at the sign-in provider.' },
  'provider-expired': { status: 422, message: 'This sign-in was used before, took too long, or began in another browser. Start again.' },
  'only-sign-in': { status: 409, message: 'This is your only way to sign in. Choose a password first.' },
  'not-allowed': { status: 403, message: 'Your role does not allow this.' },
  'wrong-origin': { status: 403, message: 'This request came from another site and was refused.' },
  'not-found': { status: 404, message: 'This no longer exists, or you cannot see it.' },
  'wrong-method': { status: 405, message: 'This address does not accept this kind of request.' },
  'wrong-content-type': { status: 415, message: 'Send this as application/json.' },
  'wrong-status': { status: 409, message: 'The status does not allow this any more. Open it again.' },
  'stale-version': { status: 409, message: 'This changed since you opened it. Review the latest version, then decide again.' },
  'already-decided': { status: 409, message: 'Another person has already decided this.' },
  'own-account': { status: 403, message: 'You cannot do this to your own account. Ask another admin.' },
  'own-product': { status: 403, message: 'You cannot decide on what you own or submitted. Ask another admin.' },
  'support-account': { status: 403, message: 'This is the support account: it stays an active admin.' },
  'still-selling': {
    status: 409,
    message: "Assign this seller's products, and ship or cancel their open order lines first.",
  },
  'last-admin': { status: 409, message: 'This is the last active admin.' },
  'archived-by-admin': { status: 403, message: 'An administrator archived this, so only an administrator can restore it.' },
  'no-seller': { status: 409, message: 'Seller ID not found for this product' },
  'seller-suspended': {
    status: 409,
    message: 'The seller is suspended. Pending products return to the queue when the seller is reactivated.',
  },
  'seller-closed': { status: 409, message: 'The seller has closed the account, so this cannot go on sale.' },
  'seller-is-admin': { status: 409, message: 'Its owner is an administrator, so it cannot be on sale.' },
  'has-seller': { status: 409, message: 'This product was assigned to another seller in the meantime.' },
  'incomplete-product': { status: 422, message: 'Something is still missing before this can be reviewed or sold.' },
  'payload-unknown': { status: 409, message: 'Backstall does not understand what this request asks for, so it can only be closed.' },
  'nothing-proposed': { status: 422, message: 'This does not change the product.' },
  'wrong-currency': { status: 422, message: 'This is not the currency of this marketplace.' },
  'wrong-total': { status: 422, message: 'Items, shipping and tax less the discount do not add up to this total.' },
  'amount-too-high': { status: 422, message: 'This amount is too high.' },
  'not-on-sale': { status: 422, message: 'This product is not on sale.' },
  'out-of-stock': { status: 409, message: 'Not enough of this product is left.' },
  'order-conflict': { status: 409, message: 'Another order already has this external ID.' },
  'refund-too-high': { status: 409, message: 'This is more than what was paid and not refunded yet.' },
  'open-orders': { status: 409, message: 'Ship or cancel the open orders first.' },
  'sku-taken': { status: 422, message: 'Another of your products already has this SKU.' },
  'email-taken': { status: 422, message: 'An account with this email already exists.' },
  'email-reserved': { status: 422, message: 'This email address is reserved for support.' },
  'name-reserved': { status: 422, message: 'This name could be mistaken for staff.' },
  'password-common': { status: 422, message: 'This password is among the most common ones. Choose another.' },
  'password-guessable': { status: 422, message: 'This is your name, your address or the name of this marketplace.' },
  'wrong-password': { status: 422, message: 'This is not your password.' },
  /** An irreversible action came without its confirmed count, or with one that is too low; `detail` has the counts. */
  'count-unconfirmed': { status: 409, message: 'This cannot be taken back. Confirm the number affected first.' },
  'confirmation-needed': { status: 403, message: 'Enter your password to confirm this.' },
  'second-factor-needed': { status: 401, message: 'Enter the code of your authenticator app.' },
  'wrong-code': { status: 422, message: 'This code is wrong or was used before. Wait for the next one.' },
  'second-factor-on': { status: 409, message: 'The second factor is already on.' },
  'own-factor-first': { status: 409, message: 'Set up your own second factor first.' },
  'email-unconfirmed': { status: 422, message: 'Confirm your email address first.' },
  'second-factor-required': { status: 403, message: 'Administrators need a second factor here. Set it up in your profile.' },
  'link-expired': { status: 422, message: 'This link was already used or has expired. Request a new one.' },
  'invitation-needed': { status: 422, message: 'New accounts are by invitation only. Ask an administrator for one.' },
  'invitation-invalid': { status: 422, message: 'This invitation was used or withdrawn, or has expired. Ask for a new one.' },
  'invitation-address': { status: 422, message: 'This invitation is for another email address.' },
  'registration-closed': { status: 422, message: 'Registration is closed.' },
  'too-many-drafts': { status: 409, message: 'You have reached the limit of drafts. Submit or delete some first.' },
  'too-many-images': { status: 422, message: `A product has at most ${image.max} images. Remove one first.` },
  'image-type': { status: 422, message: 'This file is not a JPEG, PNG, WebP, AVIF or GIF image.' },
  'image-broken': { status: 422, message: 'This image is damaged and cannot be read.' },
  'image-pixels': { status: 422, message: `This image has more than ${image.pixelsMax / 1_000_000} megapixels.` },
  'image-shape': {
    status: 422,
    message: `A side of this image is over ${shown(image.sideMax)} pixels or ${image.ratioMax} times the other.`,
  },
  'too-slow': { status: 408, message: 'This request did not arrive in time. Check your connection, then try again.' },
  'too-large': { status: 413, message: 'This is too large.' },
  'upload-moved': { status: 409, message: 'This upload is at another position.' },
  'image-bytes': { status: 413, message: `This image is larger than ${mebibytes(image.bytesMax)} MiB.` },
  'file-name': { status: 422, message: 'The name of this file is not allowed.' },
  'too-many-requests': { status: 429, message: 'Too many attempts. Wait a little, then try again.' },
  'too-many-streams': { status: 429, message: 'Too many windows are open for this account.' },
  'too-many-exports': { status: 429, message: 'Other exports of yours are still being downloaded.' },
  'too-many-views': { status: 409, message: 'You have reached the limit of saved views. Delete one first.' },
  'too-many-keys': { status: 409, message: 'The limit of API keys is reached. Revoke one first.' },
  'no-api-key': { status: 401, message: 'Send an API key in the header "Authorization: Bearer …".' },
  'wrong-api-key': { status: 401, message: 'This API key is unknown or was revoked.' },
  'scope-missing': { status: 403, message: 'This API key is not allowed to do this.' },
  'no-idempotency-key': { status: 400, message: `Send an "Idempotency-Key" of 1 to ${api.idempotencyKeyMax} characters with every write.` },
  'idempotency-key-reused': { status: 422, message: 'This Idempotency-Key was used for another request.' },
  'answer-erased': { status: 410, message: 'This was done before. Its answer has been erased.' },
  'too-late': { status: 409, message: 'It is too late to undo this, or something has happened since.' },
  'not-yours': { status: 403, message: 'Only the person who started this can undo it.' },
  'no-admin': { status: 409, message: 'Admin user not found' },
  'participant-closed': { status: 409, message: 'This account is closed. It can no longer receive messages.' },
  'chat-blocked': { status: 403, message: 'Support has closed this conversation to new messages from you.' },
  'chat-not-solved': { status: 409, message: 'Only a solved conversation can be rated.' },
  'widget-off': { status: 403, message: 'The chat is switched off.' },
  'no-buyer-token': { status: 401, message: 'Sign in at the shop to write to support.' },
  'wrong-buyer-token': { status: 401, message: 'The shop did not confirm who you are. Sign in there again.' },
  'buyer-token-expired': { status: 401, message: 'Your sign-in at the shop has expired. Sign in there again.' },
  'buyer-keys-unavailable': { status: 503, message: 'The shop cannot confirm who you are at the moment. Try again in a little while.' },
  'verified-only': { status: 403, message: 'Only customers who are signed in at the shop can write to support.' },
  'attachment-type': { status: 422, message: 'This file is neither an image nor a PDF document.' },
  'attachment-bytes': { status: 413, message: `This file is larger than ${mebibytes(chat.bytesMax)} MiB.` },
  'csv-broken': { status: 422, message: 'This file is not a CSV file with a header row.' },
  'csv-encoding': { status: 422, message: 'This file is not UTF-8 text. Save it as "CSV UTF-8" and try again.' },
  'csv-too-large': {
    status: 413,
    message: `This file is larger than ${mebibytes(csv.bytesMax)} MiB or has more than ${shown(csv.rowsMax)} rows.`,
  },
  'archive-type': { status: 422, message: 'This file is not a zip, tar or tar.gz archive.' },
  'archive-broken': { status: 422, message: 'This archive is damaged or incomplete.' },
  'archive-unsafe': { status: 422, message: 'This archive has an entry that is not allowed.' },
  'archive-too-large': { status: 413, message: `This archive is larger than ${archive.bytesMax / 1_000_000_000} GB.` },
  'transfer-open': { status: 409, message: 'Another export is being imported. Finish or cancel it first.' },
  'private-address': {
    status: 422,
    message: 'This address is in a private network. Backstall may send requests there only if the settings allow it.',
  },
  'too-many-webhooks': { status: 422, message: `There can be at most ${webhook.endpointsMax} endpoints. Remove one first.` },
  'payload-blanked': { status: 409, message: 'The content was erased, so it cannot be sent again.' },
  'not-embedded': { status: 409, message: 'With DATABASE_URL, make backups with the tools of that PostgreSQL.' },
  'folder-unusable': { status: 422, message: 'Backstall cannot write into this folder.' },
  /** Used only by the browser without a network; no server answers it. */
  offline: { status: 503, message: 'You are offline. Check your connection, then try again.' },
  unavailable: { status: 503, message: 'The service is not available at the moment. Try again in a little while.' },
  internal: { status: 500, message: 'Something went wrong on our side. Nothing was lost; try again.' },
} as const

export type ErrorCode = keyof typeof errors

/** The codes that a server may answer. */
export const answerCodes = (Object.keys(errors) as ErrorCode[]).filter((code) => code !== 'offline')

/** What a refusal says, if not the sentence of its code: the sentence, with its name where the refusal may be stored. */
export type RefusalText = { message: string; named?: NamedText | undefined }

/** A refusal, not a fault: it reaches the person with code, field and sentence (product §0 d). */
export class AppError extends Error {
  readonly code: ErrorCode
  /** The input field that the refusal is about, if any. */
  readonly field: string | undefined
  /** More for the screen, such as the fresh state after a stale decision. */
  readonly detail: Record<string, unknown> | undefined
  /** The name of its sentence: that of its code, unless it has its own. Undefined for a sentence that is never stored. */
  readonly named: NamedText | undefined

  constructor(code: ErrorCode, about: { field?: string | undefined; detail?: Record<string, unknown> } & Partial<RefusalText> = {}) {
    super(about.message ?? errors[code].message)
    this.code = code
    this.field = about.field
    this.detail = about.detail
    this.named = about.message === undefined ? { text: code, values: {} } : about.named
  }
}
