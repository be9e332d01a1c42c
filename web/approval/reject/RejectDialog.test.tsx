import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Me } from '#contract/users.ts'
import { defaultSettings } from '#domain/settings.ts'
import RejectDialog from '#web/approval/reject/RejectDialog.tsx'
import { emptyDraft, type RejectDraft } from '#web/approval/reject/reject-draft.ts'
import { readDraft, storeDraft } from '#web/approval/reject/rejection-drafts.ts'
import { meQuery, queries } from '#web/platform/queries/queries.ts'

let sent: RejectDraft[] = []
let closed = 0
const ada: Me = {
  id: 'ada',
  name: 'Ada',
  email: 'ada@example.com',
  role: 'admin',
  status: 'active',
  createdAt: '2026-11-20T10:00:00.000Z',
  isSupport: false,
  lacksSecondFactor: false,
  avatar: null,
}

const signIn = (user: Me) =>
  queries.setQueryData(meQuery.queryKey, { user, settings: { ...defaultSettings, currency: 'EUR', timeZone: 'UTC' } })

function show(change: Partial<Parameters<typeof RejectDialog>[0]> = {}) {
  return render(
    <QueryClientProvider client={queries}>
      <RejectDialog
        title="Reject product"
        about="Ada sees the reason."
        draftKey="p"
        onClose={() => (closed += 1)}
        onReject={(draft) => sent.push(draft)}
        {...change}
      />
    </QueryClientProvider>,
  )
}

const reason = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Reason' })
const text = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Explanation' })
const confirm = () => screen.getByRole<HTMLButtonElement>('button', { name: 'Reject product' })
const choose = (code: string) => fireEvent.change(reason(), { target: { value: code } })
const type = (words: string) => fireEvent.change(text(), { target: { value: words } })

beforeEach(() => {
  sent = []
  closed = 0
  signIn(ada)
  storeDraft('p', emptyDraft)
})
afterEach(cleanup)

describe('the dialog that asks for a reason', () => {
  it('fills the explanation from the template of the reason, and ticks its usual fields', () => {
    show()
    choose('image_quality')
    expect(text().value).toBe(defaultSettings.rejectionTemplates.image_quality)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Images' }).checked).toBe(true)
    choose('price_error')
    expect(text().value).toBe(defaultSettings.rejectionTemplates.price_error)
    expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Images' }).checked).toBe(false)
    choose('other')
    expect(text().value).toBe('')
  })

  it('sends reason, text and fields once all are complete', () => {
    show()
    fireEvent.click(confirm())
    expect(screen.getByText('Choose a reason first.')).toBeTruthy()
    expect(document.activeElement).toBe(reason())
    choose('other')
    type('too short')
    fireEvent.click(confirm())
    expect(screen.getByText(/at least 10 characters, so/)).toBeTruthy()
    expect(document.activeElement).toBe(text())
    expect(sent).toEqual([])
    type('  Now it is long enough.  ')
    fireEvent.click(screen.getByRole('checkbox', { name: 'Title' }))
    fireEvent.click(confirm())
    expect(sent).toEqual([{ code: 'other', text: '  Now it is long enough.  ', fields: ['title'] }])
  })

  it('keeps the draft for its author and this product alone, when it is closed and opened again', () => {
    const shown = () => {
      cleanup()
      show()
      return [reason().value, text().value]
    }
    show()
    choose('other')
    type('Half a sentence')
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }))
    expect(closed).toBe(1)
    expect(shown()).toEqual(['other', 'Half a sentence'])
    expect(readDraft('chair')).toEqual(emptyDraft)
    signIn({ ...ada, id: 'bert' })
    expect(shown()).toEqual(['', ''])
    signIn(ada)
    expect(shown()).toEqual(['other', 'Half a sentence'])
  })

  it('shows what happened meanwhile, keeps the explanation and sends nothing', () => {
    storeDraft('p', { code: 'duplicate', text: 'You list this already, see number 7.', fields: [] })
    show({ blocked: true, note: <p>It is approved now.</p> })
    expect(screen.getByText('It is approved now.')).toBeTruthy()
    expect(text().value).toBe('You list this already, see number 7.')
    expect(confirm().getAttribute('aria-disabled')).toBe('true')
    expect(document.getElementById(confirm().getAttribute('aria-describedby') ?? '')?.textContent).toBe('It is approved now.')
    fireEvent.click(confirm())
    fireEvent.keyDown(text(), { key: 'Enter', ctrlKey: true })
    expect(sent).toEqual([])
  })

  it('chooses reasons by digit everywhere but in the text', () => {
    show()
    fireEvent.keyDown(reason(), { key: '7' })
    expect(reason().value).toBe('prohibited')
    expect(document.activeElement).toBe(reason())
    fireEvent.keyDown(text(), { key: '1' })
    fireEvent.keyDown(reason(), { key: '2', ctrlKey: true })
    expect(reason().value).toBe('prohibited')
    fireEvent.keyDown(text(), { key: 'Enter' })
    expect(sent).toEqual([])
    fireEvent.keyDown(text(), { key: 'Enter', metaKey: true })
    expect(sent).toMatchObject([{ code: 'prohibited' }])
  })

  it('goes on to the explanation after the digit of a reason without a template', () => {
    show()
    fireEvent.keyDown(reason(), { key: '9' })
    expect(reason().value).toBe('other')
    expect(document.activeElement).toBe(text())
  })
})
