import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { PairsField } from '#web/ui/PairsField.tsx'

function Attributes() {
  const [pairs, setPairs] = useState([
    { key: 'Material', value: 'Oak' },
    { key: 'Colour', value: 'Brown' },
  ])
  return (
    <PairsField
      pairs={pairs}
      onChange={setPairs}
      max={3}
      addLabel="Add"
      removeLabel={(number) => `Remove ${number}`}
      fieldProps={(at, part) => ({ label: `${part} ${at + 1}` })}
    />
  )
}

const button = (name: string) => screen.queryByRole('button', { name })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const shown = () => screen.getAllByRole<HTMLInputElement>('textbox').map(({ value }) => value)

beforeEach(() => void render(<Attributes />))
afterEach(cleanup)

describe('someone who edits names and values', () => {
  it('types at once into the name that they added, up to the limit', () => {
    press('Add')
    expect(document.activeElement).toBe(screen.getByLabelText('key 3'))
    expect(button('Add')).toBeNull()
  })

  it('changes one of them and no other', () => {
    fireEvent.change(screen.getByLabelText('value 2'), { target: { value: 'Black' } })
    expect(shown()).toEqual(['Material', 'Oak', 'Colour', 'Black'])
  })

  it('is on the button that adds after each removal, and can start over', () => {
    press('Remove 1')
    expect(document.activeElement).toBe(button('Add'))
    expect(shown()).toEqual(['Colour', 'Brown'])
    button('Remove 1')?.focus()
    press('Remove 1')
    expect(document.activeElement).toBe(button('Add'))
    expect(screen.queryByRole('textbox')).toBeNull()
  })
})
