import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Me } from '#contract/users.ts'
import { defaultSettings } from '#domain/settings.ts'
import { keepDraft, keptDraft } from '#web/approval/reject/kept-drafts.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { forgetOnDevice } from '#web/platform/drafts/device-memory.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'

const remark: RejectDraft = { code: 'misleading', text: 'A private remark of Ada.', fields: ['title'] }
const sits = (name: string | null) => {
  const user = name && ({ id: name, name, email: `${name}@example.com`, role: 'admin', status: 'active' } as Me)
  queries.setQueryData(meQuery.queryKey, { user: user || null, settings: { ...defaultSettings, currency: 'EUR', timeZone: 'UTC' } })
}

describe('the draft of a rejection', () => {
  beforeEach(() => sits('ada'))
  afterEach(() => {
    forgetOnDevice(null)
    queries.clear()
  })

  it('is there when its author comes back to the product, and not at another product', () => {
    keepDraft('lamp', remark)
    expect(keptDraft('lamp')).toEqual(remark)
    expect(keptDraft('chair')).toEqual(emptyDraft)
    keepDraft('lamp', emptyDraft)
    expect(keptDraft('lamp')).toEqual(emptyDraft)
  })

  it('is never shown to the next admin in the same tab', () => {
    keepDraft('lamp', remark)
    sits('bert')
    expect(keptDraft('lamp')).toEqual(emptyDraft)
    sits(null)
    expect(keptDraft('lamp')).toEqual(emptyDraft)
  })

  it('is still there for its author after their session expired', () => {
    keepDraft('lamp', remark)
    sits(null)
    sits('ada')
    expect(keptDraft('lamp')).toEqual(remark)
  })

  it('is deleted at sign-out', () => {
    keepDraft('lamp', remark)
    forgetOnDevice(null)
    expect(keptDraft('lamp')).toEqual(emptyDraft)
  })

  it('is not stored for an admin who has signed out meanwhile', () => {
    sits(null)
    keepDraft('lamp', remark)
    sits('ada')
    expect(keptDraft('lamp')).toEqual(emptyDraft)
  })
})
