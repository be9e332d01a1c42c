import { act, cleanup, createEvent, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { CopyDialog } from '#web/ui/CopyDialog.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

function Screen({ stays = false }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Open
      </button>
      {open && (
        <Dialog title="Assign" onClose={() => setOpen(false)} stays={stays}>
          <input type="file" aria-label="File" />
          <input aria-label="Key" defaultValue="bsk_1" />
        </Dialog>
      )}
    </>
  )
}

const shown = () => screen.queryByRole<HTMLDialogElement>('dialog')
const open = () => fireEvent.click(screen.getByText('Open'))
const cancel = (target: Element) => fireEvent(target, createEvent('cancel', target, { bubbles: true }))

it('a person who presses Enter right after Escape opens the dialog again', () => {
  render(<Screen />)
  open()
  const first = shown() as HTMLDialogElement
  // As the browser does: `cancel` and closing at once, the event `close` in a task of its own.
  cancel(first)
  first.open = false
  open()
  fireEvent(first, createEvent('close', first))
  expect(shown()).toBeTruthy()
  expect(shown()?.open).toBe(true)
})

it('a person who leaves the file chooser without a file stays in the dialog', () => {
  render(<Screen />)
  open()
  cancel(screen.getByLabelText('File'))
  expect(shown()).toBeTruthy()
})

it('a person who selects text beyond the edge stays in the dialog, which a click beside it closes', () => {
  render(<Screen />)
  open()
  const dialog = shown() as HTMLDialogElement
  fireEvent.pointerDown(screen.getByLabelText('Key'))
  // The browser clicks what contains both ends.
  fireEvent.click(dialog)
  expect(shown()).toBeTruthy()
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(shown()).toBeNull()
})

it('a person who presses Escape, or clicks beside it, stays in a dialog that shows something once', () => {
  render(<Screen stays />)
  open()
  const dialog = shown() as HTMLDialogElement
  fireEvent.pointerDown(dialog)
  fireEvent.click(dialog)
  expect(fireEvent.keyDown(screen.getByLabelText('Key'), { key: 'Escape' })).toBe(false)
  expect(fireEvent(dialog, createEvent('cancel', dialog, { cancelable: true }))).toBe(false)
  expect(shown()).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(shown()).toBeNull()
})

it('a person who presses Enter once more keeps what is shown once: the focus is on no button', () => {
  render(<Screen stays />)
  open()
  expect(document.activeElement?.contains(screen.getByLabelText('Key'))).toBe(true)
  expect(document.activeElement?.contains(screen.getByRole('button', { name: 'Close' }))).toBe(false)
})

it('a person who copied a value closes its dialog by Escape, but not where copying failed', async () => {
  const onClose = vi.fn()
  const words = { copy: 'Copy key', copied: 'Copied.', byHand: 'Copy it by hand.' }
  render(
    <CopyDialog title="Your key" label="Key" value="bsk_1" words={words} onClose={onClose}>
      Copy it now.
    </CopyDialog>,
  )
  const dialog = shown() as HTMLDialogElement
  cancel(dialog)
  expect(onClose).not.toHaveBeenCalled()
  await act(async () => fireEvent.click(screen.getByText('Copy key')))
  cancel(dialog)
  expect(onClose).not.toHaveBeenCalled()
  vi.stubGlobal('navigator', { clipboard: { writeText: async () => {} } })
  await act(async () => fireEvent.click(screen.getByText('Copy key')))
  cancel(dialog)
  expect(onClose).toHaveBeenCalledOnce()
})
