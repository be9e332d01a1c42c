import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { Table } from '#web/ui/Table.tsx'

const followed = vi.fn((event: Event) => event.preventDefault())
const opened = vi.fn()
beforeEach(() => {
  followed.mockClear()
  opened.mockReset()
  vi.stubGlobal('open', opened)
  render(
    <Table heads={['Order', 'Buyer']}>
      <tr>
        <td>
          <a href="/orders/7" className="opens-row" onClick={({ nativeEvent }) => followed(nativeEvent)}>
            Order 7
          </a>
        </td>
        <td>
          Bianca <button type="button">Refund</button>
        </td>
      </tr>
      <tr>
        <td>No order</td>
        <td>Boris</td>
      </tr>
    </Table>,
  )
})
afterEach(() => {
  getSelection()?.removeAllRanges()
  cleanup()
})
const buyer = () => screen.getByText(/^Bianca/)

describe('a person who clicks a row', () => {
  it('follows its link, once, wherever they click', () => {
    fireEvent.click(buyer())
    expect(followed).toHaveBeenCalledTimes(1)
    fireEvent.click(screen.getByText('Order 7'))
    expect(followed).toHaveBeenCalledTimes(2)
    expect(opened).not.toHaveBeenCalled()
  })

  it('opens a new tab with the middle button, Ctrl or ⌘', () => {
    fireEvent.click(buyer(), { ctrlKey: true })
    fireEvent.click(buyer(), { metaKey: true })
    fireEvent(buyer(), new MouseEvent('auxclick', { bubbles: true, button: 1 }))
    expect(opened.mock.calls).toEqual(Array(3).fill([`${location.origin}/orders/7`, '_blank', 'noopener']))
    expect(followed).not.toHaveBeenCalled()
  })

  it('stays with a click on a button, the right button, text they have selected, or a row that opens nothing', () => {
    fireEvent.click(screen.getByRole('button', { name: 'Refund' }))
    fireEvent(buyer(), new MouseEvent('auxclick', { bubbles: true, button: 2 }))
    fireEvent.click(screen.getByText('Boris'))
    getSelection()?.selectAllChildren(buyer())
    fireEvent.click(buyer())
    expect(followed).not.toHaveBeenCalled()
    expect(opened).not.toHaveBeenCalled()
  })
})
