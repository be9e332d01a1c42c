// @vitest-environment node
import { describe, expect, it } from 'vitest'
import { rejectionTemplates } from '#domain/rejection.ts'
import { chooseReason, problemsIn } from '#web/approval/reject/choose-reason.ts'
import { emptyDraft } from '#web/approval/reject/reject-draft.ts'

describe('writing a rejection', () => {
  it('begins with the template and the usual fields of the reason', () => {
    expect(chooseReason(emptyDraft, 'image_quality', rejectionTemplates)).toEqual({
      code: 'image_quality',
      text: rejectionTemplates.image_quality,
      fields: ['images'],
    })
  })

  it('changes the template with the reason until the admin types', () => {
    const first = chooseReason(emptyDraft, 'image_quality', rejectionTemplates)
    expect(chooseReason(first, 'price_error', rejectionTemplates)).toEqual({
      code: 'price_error',
      text: rejectionTemplates.price_error,
      fields: ['price'],
    })
    expect(chooseReason(first, 'other', rejectionTemplates)).toEqual({ code: 'other', text: '', fields: [] })
  })

  it('never replaces what was typed or ticked', () => {
    const typed = { code: 'image_quality' as const, text: 'The second picture is blurred.', fields: ['images' as const, 'title' as const] }
    expect(chooseReason(typed, 'misleading', rejectionTemplates)).toEqual({ ...typed, code: 'misleading' })
    const added = { ...chooseReason(emptyDraft, 'duplicate', rejectionTemplates), text: `${rejectionTemplates.duplicate} It is number 7.` }
    expect(chooseReason(added, 'other', rejectionTemplates).text).toBe(`${rejectionTemplates.duplicate} It is number 7.`)
    const before = { ...emptyDraft, text: 'Typed before any reason was chosen.' }
    expect(chooseReason(before, 'incomplete', rejectionTemplates).text).toBe('Typed before any reason was chosen.')
  })

  it('offers the template again after the text was emptied', () => {
    expect(chooseReason({ code: 'duplicate', text: '  ', fields: [] }, 'prohibited', rejectionTemplates).text).toBe(
      rejectionTemplates.prohibited,
    )
  })

  it('uses the templates of the settings, and no text where one is missing', () => {
    expect(chooseReason(emptyDraft, 'incomplete', { incomplete: 'Please add the size.' }).text).toBe('Please add the size.')
    expect(chooseReason(emptyDraft, 'incomplete', {}).text).toBe('')
  })

  it('asks for a reason and for a text of sufficient length', () => {
    expect(Object.keys(problemsIn(emptyDraft))).toEqual(['code', 'text'])
    expect(problemsIn({ code: 'other', text: '   short   ', fields: [] })).toEqual({
      text: 'Write at least 10 characters, so that the seller knows what to correct.',
    })
    expect(problemsIn({ code: 'other', text: 'x'.repeat(1001), fields: [] })).toEqual({ text: 'Use at most 1,000 characters.' })
    expect(problemsIn({ code: 'other', text: '🧵'.repeat(1000), fields: [] })).toEqual({})
  })
})
