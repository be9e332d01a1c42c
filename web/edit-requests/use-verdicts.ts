import { useEffect, useState } from 'react'
import type { EditRequest, RefusedField, ReviewableField } from '#domain/edit-request.ts'
import { problemsIn } from '#web/approval/reject/choose-reason.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { readDraft, storeDraft, takeDraft } from '#web/approval/reject/rejection-drafts.ts'

/** The key of the draft of the reason to refuse one field. */
export const fieldDraft = (requestId: string, field: ReviewableField) => `${requestId}:${field}`

type Refused = Partial<Record<ReviewableField, RejectDraft>>
export type Verdicts = ReturnType<typeof useVerdicts>

/** The refused fields of a request, each with the draft of its reason; all others are accepted. */
export function useVerdicts({ id, fields }: Pick<EditRequest, 'id' | 'fields'>) {
  const [drafts, setDrafts] = useState<Refused>(() => readVerdicts(id, fields))
  const [asked, setAsked] = useState(false)
  const names = fields.join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the names identify the fields
  useEffect(() => {
    let isOpen = true
    for (const field of fields)
      void takeDraft(fieldDraft(id, field), () => isOpen).then((left) => left && setDrafts((all) => ({ ...all, [field]: left })))
    return () => {
      isOpen = false
    }
  }, [id, names])
  const refused = fields.filter((field) => drafts[field] !== undefined)
  const wrong = refused.filter((field) => Object.keys(problemsIn(drafts[field] ?? emptyDraft)).length > 0)
  const write = (field: ReviewableField, draft: RejectDraft) => {
    storeDraft(fieldDraft(id, field), draft)
    setDrafts((all) => ({ ...all, [field]: draft }))
  }
  return {
    refused,
    accepted: fields.filter((field) => !refused.includes(field)),
    draftOf: (field: ReviewableField) => drafts[field],
    problemsOf: (field: ReviewableField) => (asked ? problemsIn(drafts[field] ?? emptyDraft) : {}),
    write,
    refuse: (field: ReviewableField) => write(field, drafts[field] ?? emptyDraft),
    accept: (field: ReviewableField) => {
      storeDraft(fieldDraft(id, field), emptyDraft)
      setDrafts((all) => ({ ...all, [field]: undefined }))
    },
    /** The refused fields as input of the call; null where a reason is incomplete, which is then marked. */
    read(): RefusedField[] | null {
      setAsked(wrong.length > 0)
      if (wrong.length > 0) return null
      return refused.flatMap((field) => {
        const { code = null, text = '' } = drafts[field] ?? {}
        return code ? [{ field, code, rejectionReason: text.trim() }] : []
      })
    },
  }
}

/** Drafts from an earlier visit. */
function readVerdicts(id: string, fields: readonly ReviewableField[]): Refused {
  const drafts = fields.map((field) => [field, readDraft(fieldDraft(id, field))] as const)
  return Object.fromEntries(drafts.filter(([, { code, text }]) => code !== null || text !== ''))
}
