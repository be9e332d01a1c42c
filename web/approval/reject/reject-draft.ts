import type { RejectionCode, RejectionField } from '#domain/rejection.ts'

/** A rejection that is being written. */
export type RejectDraft = { code: RejectionCode | null; text: string; fields: RejectionField[] }

export const emptyDraft: RejectDraft = { code: null, text: '', fields: [] }
