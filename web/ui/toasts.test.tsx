import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Dialog } from '#web/ui/Dialog.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'
import { claimUndoKey, dismissToasts, toast, withdrawUndo } from '#web/ui/toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  // jsdom has no popovers; a journey tests that a modal dialog makes the rest inert.
  HTMLElement.prototype.showPopover = function () {
    this.style.display = 'block'
  }
})
afterEach(() => {
  act(dismissToasts)
  cleanup()
  Reflect.deleteProperty(HTMLElement.prototype, 'showPopover')
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const say = (text: string, tone?: 'bad') => act(() => toast(text, tone))
const pass = (ms: number) => act(() => vi.advanceTimersByTime(ms))
const shown = (text = 'Saved.') => screen.queryByText(text)?.parentElement as HTMLElement
const region = () => shown().closest('[popover]') as HTMLElement
/** Waits until screen readers know a new region, which is filled then. */
const passRegistration = () => pass(100)
const button = () => screen.getByRole('button', { name: 'Dismiss', hidden: true })

function Screen({ lower = false, upper = false }: { lower?: boolean; upper?: boolean }) {
  return (
    <>
      <Dialog title="Lower" open={lower} onClose={() => {}}>
        <input aria-label="Reason" />
      </Dialog>
      <Dialog title="Upper" open={upper} onClose={() => {}}>
        Sure?
      </Dialog>
      <Toasts />
    </>
  )
}

/** Shows the screen once its region is known. */
function show(ui = <Screen />) {
  const page = render(ui)
  passRegistration()
  return page
}

describe('a toast with an undo', () => {
  const undoButton = () => screen.queryByRole('button', { name: 'Undo', hidden: true })

  it('has the button for 30 seconds, even while it is read, and undoes once', () => {
    const undo = vi.fn()
    show()
    act(() => toast('Approved.', 'good', { run: undo, ms: 30_000 }))
    pass(29_000)
    expect(undoButton()).not.toBeNull()
    fireEvent.pointerOver(shown('Approved.'))
    pass(1_000)
    expect(undoButton()).toBeNull()
    expect(shown('Approved.')).toBeDefined()
    fireEvent.keyDown(document.body, { key: 'u' })
    expect(undo).not.toHaveBeenCalled()
  })

  it('stays within reach for all of its time, whatever is decided or said after it', () => {
    const undos = Array.from({ length: 5 }, () => vi.fn())
    show()
    for (const [at, run] of undos.entries()) act(() => toast(`Approved ${at}.`, 'good', { run, ms: 30_000 }))
    say('Saved.')
    expect(region().textContent).toMatch(/^Approved 4\..*4 more.*Saved\./)
    pass(29_000)
    fireEvent.click(screen.getByRole('button', { name: '4 more to undo', hidden: true }))
    fireEvent.click(screen.getAllByRole('button', { name: 'Undo', hidden: true })[0] as HTMLElement)
    expect(undos.map(({ mock }) => mock.calls.length)).toEqual([1, 0, 0, 0, 0])
    fireEvent.click(screen.getByRole('button', { name: 'Newest only', hidden: true }))
    expect(screen.getAllByRole('button', { name: 'Undo', hidden: true })).toHaveLength(1)
    expect(screen.queryByText('Approved 0.')).toBeNull()
    pass(1_000)
    expect(undoButton()).toBeNull()
    expect(screen.queryByText('Approved 1.')).toBeNull()
    pass(1_500)
    expect(document.querySelector('[popover]')?.textContent).toBe('')
  })

  it.each([
    ['points at something else', () => fireEvent.pointerDown(document.body)],
    ['uses a key of the page', () => fireEvent.keyDown(document.body, { key: 'j' })],
  ])('unfolds over the page only until the person %s', (_, turn) => {
    show()
    for (const text of ['Approved.', 'Rejected.']) act(() => toast(text, 'good', { run: () => {}, ms: 30_000 }))
    fireEvent.click(screen.getByRole('button', { name: 'One more to undo', hidden: true }))
    fireEvent.pointerDown(shown('Approved.'))
    expect(shown('Approved.')).toBeDefined()
    turn()
    expect(screen.queryByText('Approved.')).toBeNull()
    expect(shown('Rejected.')).toBeDefined()
  })

  it('of several things says when only the rest of them can be undone', () => {
    show()
    act(() => toast('3 products were archived.', 'good', { run: () => {}, ms: 30_000, allMs: 20_000 }))
    pass(19_000)
    expect(undoButton()).not.toBeNull()
    pass(1_000)
    expect(undoButton()).toBeNull()
    expect(screen.getByRole('button', { name: 'Undo the rest', hidden: true })).toBeDefined()
    pass(10_000)
    expect(screen.queryByRole('button', { name: 'Undo the rest', hidden: true })).toBeNull()
  })

  it('gives the focus back when the time of the button ends', () => {
    render(
      <>
        <button type="button">Row</button>
        <Screen />
      </>,
    )
    passRegistration()
    const row = screen.getByRole('button', { name: 'Row' })
    row.focus()
    act(() => toast('Approved.', 'good', { run: () => {}, ms: 30_000 }))
    act(() => undoButton()?.focus())
    pass(30_000)
    expect(undoButton()).toBeNull()
    expect(document.activeElement).toBe(row)
  })

  it('undoes what it reports by its button, and by key only if nothing newer is shown, which it shows', () => {
    const first = vi.fn()
    const second = vi.fn()
    const keys = () => [...document.querySelectorAll('kbd')].map((key) => key.closest('button')?.parentElement)
    show()
    act(() => toast('Approved.', 'good', { run: first, ms: 30_000 }))
    act(() => toast('Rejected.', 'good', { run: second, ms: 30_000 }))
    fireEvent.click(screen.getByRole('button', { name: 'One more to undo', hidden: true }))
    expect(keys()).toEqual([shown('Rejected.')])
    fireEvent.keyDown(document.body, { key: 'u' })
    expect([first.mock.calls.length, second.mock.calls.length]).toEqual([0, 1])
    expect(keys()).toEqual([shown('Approved.')])
    act(() => toast('Saved.'))
    expect(keys()).toEqual([])
    fireEvent.keyDown(document.body, { key: 'u' })
    expect(first).not.toHaveBeenCalled()
    fireEvent.click(undoButton() as HTMLElement)
    expect(first).toHaveBeenCalledOnce()
    expect(undoButton()).toBeNull()
    pass(30_000)
  })
})

describe('the undo key', () => {
  const press = (where: Element = document.body) => fireEvent.keyDown(where, { key: 'u' })

  it('undoes one decision after the other, without waiting for the messages about it to go', () => {
    const undos = ['Lamp', 'Chair', 'Table'].map((title) => vi.fn(() => toast(`Undone: ${title}.`, 'undone')))
    show()
    for (const run of undos) act(() => toast('Approved.', 'good', { run, ms: 30_000 }))
    for (const _ of undos) press()
    expect(undos.map(({ mock }) => mock.calls.length)).toEqual([1, 1, 1])
    pass(30_000)
  })

  it('leaves an older undo folded beside the report of a newer one, until that has gone', () => {
    const undos = ['Lamp', 'Chair'].map((title) => vi.fn(() => toast(`Undone: ${title}.`, 'undone')))
    show()
    for (const run of undos) act(() => toast('Approved.', 'good', { run, ms: 30_000 }))
    press()
    expect(shown('Undone: Chair.').contains(screen.getByRole('button', { name: 'One more to undo', hidden: true }))).toBe(true)
    expect(screen.queryByText('Approved.')).toBeNull()
    pass(7_000)
    expect(screen.queryByText('Undone: Chair.')).toBeNull()
    expect(screen.getByText('Approved.')).toBeDefined()
    pass(30_000)
  })

  it('has nothing to undo once another move followed on the same item', () => {
    const undo = vi.fn()
    show()
    act(() => toast('Archived.', 'good', { run: undo, ms: 30_000, id: 'lamp' }))
    act(() => withdrawUndo('chair'))
    expect(screen.getByText('Archived.')).toBeDefined()
    act(() => withdrawUndo('lamp'))
    expect(screen.queryByText('Archived.')).toBeNull()
    press()
    expect(undo).not.toHaveBeenCalled()
  })

  it('is a letter while a person types, and does nothing behind a dialog', () => {
    const undo = vi.fn()
    const page = render(
      <>
        <input aria-label="Name" />
        <Screen />
      </>,
    )
    act(() => toast('Approved.', 'good', { run: undo, ms: 30_000 }))
    expect(press(screen.getByLabelText('Name'))).toBe(true)
    page.rerender(<Screen lower />)
    press()
    expect(undo).not.toHaveBeenCalled()
    page.rerender(<Screen />)
    expect(press()).toBe(false)
    expect(undo).toHaveBeenCalledOnce()
    expect(press()).toBe(true)
  })

  it('belongs to a part of the screen while that claims it', () => {
    const undo = vi.fn()
    const claimed = vi.fn()
    function Part({ claims }: { claims: boolean }) {
      useLayoutEffect(() => (claims ? claimUndoKey(claimed) : undefined), [claims])
      return <Screen />
    }
    const page = render(<Part claims />)
    act(() => toast('Approved.', 'good', { run: undo, ms: 30_000 }))
    press()
    expect([claimed.mock.calls.length, undo.mock.calls.length]).toEqual([1, 0])
    page.rerender(<Part claims={false} />)
    press()
    expect([claimed.mock.calls.length, undo.mock.calls.length]).toEqual([1, 1])
  })
})

describe('a toast', () => {
  it('stays long enough to be read, and longer if it is long or an error', () => {
    show()
    say('Saved.')
    say('No.', 'bad')
    say('A long sentence. '.repeat(10))
    pass(5_000)
    expect(shown()).not.toBeUndefined()
    pass(1_000)
    expect(screen.queryByText('Saved.')).toBeNull()
    pass(3_500)
    expect(screen.getByText(/A long sentence/)).toBeDefined()
    pass(500)
    expect(screen.getByText('No.')).toBeDefined()
    pass(4_000)
    expect(document.querySelector('[popover]')?.textContent).toBe('')
  })

  it('has the beginning of a long title, and all that is said of it', () => {
    show()
    say(`“${'Handmade bowl '.repeat(9)}” was assigned to “Shop”.`)
    expect(document.querySelector('[popover]')?.textContent).toBe(`“${'Handmade bowl '.repeat(9).slice(0, 48)}…” was assigned to “Shop”.`)
    pass(30_000)
  })

  it('waits while the pointer is on it, and disappears soon afterwards', () => {
    show()
    say('Saved.')
    pass(4_000)
    fireEvent.pointerOver(shown())
    pass(60_000)
    fireEvent.pointerOut(shown(), { relatedTarget: document.body })
    pass(1_000)
    expect(screen.getByText('Saved.')).toBeDefined()
    pass(1_000)
    expect(screen.queryByText('Saved.')).toBeNull()
  })

  it('waits while it has the focus', () => {
    show()
    say('Saved.')
    act(() => button().focus())
    pass(60_000)
    act(() => button().blur())
    expect(screen.getByText('Saved.')).toBeDefined()
    pass(6_000)
    expect(screen.queryByText('Saved.')).toBeNull()
  })

  it('waits while the window is hidden', () => {
    const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
    show()
    say('Saved.')
    pass(60_000)
    expect(screen.getByText('Saved.')).toBeDefined()
    hidden.mockReturnValue(false)
    fireEvent(document, new Event('visibilitychange'))
    pass(6_000)
    expect(screen.queryByText('Saved.')).toBeNull()
  })

  it('is closed by Escape, which reaches nothing else, and returns the focus', () => {
    const behind = vi.fn()
    document.addEventListener('keydown', behind)
    show(<Screen lower />)
    say('Saved.')
    const field = screen.getByLabelText('Reason')
    act(() => field.focus())
    act(() => button().focus())
    const press = createEvent.keyDown(button(), { key: 'Escape' })
    fireEvent(button(), press)
    expect(press.defaultPrevented).toBe(true)
    expect(behind).not.toHaveBeenCalled()
    expect(screen.queryByText('Saved.')).toBeNull()
    expect(document.activeElement).toBe(field)
    document.removeEventListener('keydown', behind)
  })

  it('that is dismissed delays no other one', () => {
    show()
    say('Saved.')
    say('Sent.')
    const [first] = screen.getAllByRole('button', { name: 'Dismiss', hidden: true })
    fireEvent.pointerOver(shown())
    act(() => first?.focus())
    act(() => first?.click())
    expect(screen.queryByText('Saved.')).toBeNull()
    pass(6_000)
    expect(screen.queryByText('Sent.')).toBeNull()
  })
})

it('a success takes the place of the one before it, but not of an error or of one with an undo', () => {
  show()
  act(() => toast('Approved.', 'good', { run: () => {}, ms: 30_000 }))
  act(() => toast('Not saved.', 'bad'))
  say('Saved.')
  pass(1_000)
  say('Sent.')
  expect(document.querySelector('[popover]')?.textContent).toMatch(/^Approved\..*Not saved\..*Sent\./)
  expect(screen.queryByText('Saved.')).toBeNull()
  pass(30_000)
})

describe('toasts that are left', () => {
  it('disappear although newer ones displaced the one that had the pointer and the focus', () => {
    show()
    say('Saved.')
    fireEvent.pointerOver(shown())
    act(() => button().focus())
    for (const text of ['Sent.', 'Paid.', 'Shipped.']) say(text)
    expect(screen.queryByText('Saved.')).toBeNull()
    pass(6_000)
    expect(document.querySelector('[popover]')?.textContent).toBe('')
  })

  it('disappear although the one that had the focus was removed when a person signed out', () => {
    show()
    say('Saved.')
    fireEvent.pointerOver(shown())
    act(() => button().focus())
    act(dismissToasts)
    say('Signed out.')
    pass(6_000)
    expect(screen.queryByText('Signed out.')).toBeNull()
  })
})

describe('while dialogs are open, toasts', () => {
  const names = () =>
    region()
      .closest('dialog')
      ?.textContent?.match(/Lower|Upper/)?.[0] ?? null

  it('are in the topmost one, including earlier ones, and stay when it closes', () => {
    const page = show()
    say('Saved.')
    expect(names()).toBeNull()
    page.rerender(<Screen lower />)
    passRegistration()
    expect(names()).toBe('Lower')
    page.rerender(<Screen lower upper />)
    passRegistration()
    expect(names()).toBe('Upper')
    say('Sent.')
    expect(region().textContent).toBe('Saved.Sent.')
    page.rerender(<Screen lower />)
    passRegistration()
    expect(names()).toBe('Lower')
    page.rerender(<Screen />)
    passRegistration()
    expect(names()).toBeNull()
    expect(region().textContent).toBe('Saved.Sent.')
  })

  it('leave a dialog that the browser closed by itself, or that is gone', () => {
    const page = show(<Screen lower />)
    say('Saved.')
    act(() => region().closest('dialog')?.close())
    passRegistration()
    expect(names()).toBeNull()
    page.rerender(<Toasts />)
    passRegistration()
    expect(screen.getByText('Saved.')).toBeDefined()
    page.rerender(<Screen upper />)
    passRegistration()
    expect(names()).toBe('Upper')
    page.rerender(<Toasts />)
    passRegistration()
    expect(names()).toBeNull()
  })

  it('are read out once: what was raised before the move is silent, what comes with it is not', () => {
    const page = show()
    say('Saved.')
    pass(1_000)
    page.rerender(<Screen lower />)
    expect(region().getAttribute('role')).toBe('status')
    expect(shown().getAttribute('aria-live')).toBe('off')
    act(() => toast('Sent.'))
    page.rerender(<Screen />)
    passRegistration()
    expect(shown('Sent.').getAttribute('aria-live')).toBeNull()
  })

  it('are added to a region that screen readers know, even if a dialog closes at that moment', async () => {
    const page = show(<Screen lower />)
    const added: MutationRecord[] = []
    const watch = new MutationObserver((records) => added.push(...records))
    watch.observe(document.body, { childList: true, subtree: true })
    act(() => {
      toast('Saved.')
      page.rerender(<Screen />)
    })
    passRegistration()
    added.push(...watch.takeRecords())
    watch.disconnect()
    expect(names()).toBeNull()
    expect(added.some(({ target, addedNodes }) => target === region() && [...addedNodes].includes(shown()))).toBe(true)
    expect(shown().getAttribute('aria-live')).toBeNull()
  })

  it('keep their time', () => {
    const page = show()
    say('Saved.')
    pass(3_000)
    page.rerender(<Screen lower />)
    pass(2_000)
    expect(screen.getByText('Saved.')).toBeDefined()
    pass(500)
    expect(screen.queryByText('Saved.')).toBeNull()
  })
})
