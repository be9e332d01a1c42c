import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Me } from '#contract/users.ts'
import { defaultSettings } from '#domain/settings.ts'
import { emptyDraft, type RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { readDraft, storeDraft } from '#web/approval/reject/rejection-drafts.ts'
import { clearDevice } from '#web/platform/drafts/clear-device.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'

const remark: RejectDraft = { code: 'misleading', text: 'A private remark of Ada.', fields: ['title'] }
const signIn = (name: string | null) => {
  const user = name && ({ id: name, name, email: `${name}@example.com`, role: 'admin', status: 'active' } as Me)
  queries.setQueryData(meQuery.queryKey, { user: user || null, settings: { ...defaultSettings, currency: 'EUR', timeZone: 'UTC' } })
}

describe('the draft of a rejection', () => {
  beforeEach(() => signIn('ada'))
  afterEach(() => {
    clearDevice(null)
    queries.clear()
  })

  it('is there when its author comes back to the product, and not at another product', () => {
    storeDraft('lamp', remark)
    expect(readDraft('lamp')).toEqual(remark)
    expect(readDraft('chair')).toEqual(emptyDraft)
    storeDraft('lamp', emptyDraft)
    expect(readDraft('lamp')).toEqual(emptyDraft)
  })

  it('is never shown to the next admin in the same tab', () => {
    storeDraft('lamp', remark)
    signIn('bert')
    expect(readDraft('lamp')).toEqual(emptyDraft)
    signIn(null)
    expect(readDraft('lamp')).toEqual(emptyDraft)
  })

  it('is still there for its author after their session expired', () => {
    storeDraft('lamp', remark)
    signIn(null)
    signIn('ada')
    expect(readDraft('lamp')).toEqual(remark)
  })

  it('is deleted at sign-out', () => {
    storeDraft('lamp', remark)
    clearDevice(null)
    expect(readDraft('lamp')).toEqual(emptyDraft)
  })

  it('is not stored for an admin who has signed out meanwhile', () => {
    signIn(null)
    storeDraft('lamp', remark)
    signIn('ada')
    expect(readDraft('lamp')).toEqual(emptyDraft)
  })
})
