import type { EventKind } from '#domain/event.ts'

export type Happened = { kind: EventKind; title: string | null; fields: readonly string[] }

type Sentence = (what: string, fields: readonly string[]) => string

/** Names of fields as people say them, where the wire's name is not a word. */
const words: Record<string, string> = {
  sku: 'SKU',
  marketplaceName: 'name of the marketplace',
  termsUrl: 'terms of use',
  privacyUrl: 'privacy policy',
  rejectionTemplates: 'rejection reasons',
}

const withFields = (sentence: string, fields: readonly string[]) =>
  fields.length > 0 ? `${sentence}: ${fields.map((field) => words[field] ?? field).join(', ')}.` : `${sentence}.`

const sentences: Record<EventKind, Sentence> = {
  'product.create': (what) => `${what} was created.`,
  'product.submit': (what) => `${what} was submitted for approval.`,
  'product.edit': (what, fields) => withFields(`${what} was edited`, fields),
  'product.withdraw': (what) => `${what} was withdrawn from review.`,
  'product.approve': (what) => `${what} was approved.`,
  'product.reject': (what) => `${what} was rejected.`,
  'product.archive': (what) => `${what} was archived.`,
  'product.restore': (what) => `${what} was restored.`,
  'product.delete': (what) => `${what} was deleted.`,
  'user.register': (what) => `${what} registered.`,
  'settings.edit': (_, fields) => withFields('The settings were changed', fields),
}

const unnamed = (kind: EventKind) => (kind.startsWith('user.') ? 'Somebody' : 'A product')

/** What happened, as a sentence for the history (spec §3 history_logs.description). */
export function describe({ kind, title, fields }: Happened): string {
  const named = kind.startsWith('user.') ? title : title && `“${title}”`
  return sentences[kind](named || unnamed(kind), fields)
}
