import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Combobox } from '#web/ui/Combobox.tsx'

let sent = 0
let value = ''

function Form() {
  const [category, setCategory] = useState('')
  value = category
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent += 1
      }}
    >
      <Combobox
        label="Category"
        value={category}
        options={['Art', 'Garden', 'Home', 'Gardening books']}
        onChange={setCategory}
        newLabel={(typed) => `Add “${typed}”`}
        listLabel="Suggestions"
        countLabel={(count) => `${count} suggestions`}
      />
    </form>
  )
}

const box = () => screen.getByRole('combobox', { name: 'Category' })
const type = (text: string) => fireEvent.change(box(), { target: { value: text } })
const press = (key: string) => fireEvent.keyDown(box(), { key })
const offered = () => screen.queryAllByRole('option').map(({ textContent }) => textContent)

beforeEach(() => {
  sent = 0
  render(<Form />)
})
afterEach(cleanup)

describe('a choice that takes a new value', () => {
  it('filters as a person types, options that begin with the text first, and offers the new word last', () => {
    type('gard')
    expect(offered()).toEqual(['Garden', 'Gardening books', 'Add “gard”'])
    type('en')
    expect(offered()).toEqual(['Garden', 'Gardening books', 'Add “en”'])
  })

  it('takes the marked option with Enter and never submits the form', () => {
    type('gard')
    expect(press('Enter')).toBe(false)
    expect(value).toBe('Garden')
    expect(press('Enter')).toBe(false)
    expect(sent).toBe(0)
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('prefers the exact word of the list, in upper or lower case', () => {
    type('garden')
    press('Enter')
    expect(value).toBe('Garden')
  })

  it('takes a word the list does not have', () => {
    type('Vintage maps')
    expect(offered()).toEqual(['Add “Vintage maps”'])
    press('Enter')
    expect(value).toBe('Vintage maps')
  })

  it('keeps what was typed when the focus leaves, in the spelling of the list', () => {
    type('home')
    fireEvent.blur(box())
    expect(value).toBe('Home')
    type('Spades of my own')
    fireEvent.blur(box())
    expect(value).toBe('Spades of my own')
  })

  it('supports the arrow keys, and closes with Escape', () => {
    press('ArrowDown')
    expect(offered()).toEqual(['Art', 'Garden', 'Home', 'Gardening books'])
    press('ArrowDown')
    press('ArrowUp')
    press('ArrowUp')
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Gardening books')
    expect(box().getAttribute('aria-activedescendant')).toBe(screen.getByRole('option', { selected: true }).id)
    press('Escape')
    expect(offered()).toEqual([])
    expect(value).toBe('')
  })

  it('moves to the last and the first option with End and Home', () => {
    press('ArrowDown')
    press('End')
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Gardening books')
    press('Home')
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Art')
  })

  it('announces how many options there are', async () => {
    type('gard')
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('3 suggestions'))
  })

  it('keeps a typed text with Escape, also while the list is closed', () => {
    type('gard')
    press('Escape')
    press('Escape')
    expect(value).toBe('gard')
  })

  it('does not take the marked option when the focus leaves', () => {
    type('gard')
    expect(screen.getByRole('option', { selected: true }).textContent).toBe('Garden')
    fireEvent.blur(box())
    expect(value).toBe('gard')
  })

  it('stays open at a click in its text', () => {
    type('gard')
    fireEvent.click(box())
    expect(offered()).toEqual(['Garden', 'Gardening books', 'Add “gard”'])
  })

  it('takes an option with the mouse without losing the focus', () => {
    fireEvent.click(box())
    const home = screen.getByRole('option', { name: 'Home' })
    expect(fireEvent.mouseDown(home)).toBe(false)
    fireEvent.click(home)
    expect(value).toBe('Home')
  })
})
