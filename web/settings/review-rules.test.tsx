import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { defaultSettings } from '#domain/settings.ts'
import { ReviewRules } from '#web/settings/ProductSettings.tsx'
import { SettingsDraft } from '#web/settings/settings-draft.tsx'
import { FieldProblems } from '#web/ui/Labelled.tsx'

afterEach(cleanup)

it('an operator chooses the reviewed fields, stored in one order, and how far a price may change', () => {
  const onChange = vi.fn()
  render(
    <SettingsDraft value={{ value: { ...defaultSettings, reviewedFields: ['images', 'title'] }, set: onChange }}>
      <ReviewRules />
    </SettingsDraft>,
  )
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Images' }).checked).toBe(true)
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Price' }).checked).toBe(false)
  expect(screen.queryByRole('checkbox', { name: 'Stock' })).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'Description' }))
  expect(onChange).toHaveBeenLastCalledWith({ reviewedFields: ['title', 'description', 'images'] })
  fireEvent.click(screen.getByRole('checkbox', { name: 'Title' }))
  expect(onChange).toHaveBeenLastCalledWith({ reviewedFields: ['images'] })
  fireEvent.change(screen.getByLabelText('Price threshold, in percent'), { target: { value: '30' } })
  expect(onChange).toHaveBeenLastCalledWith({ priceReviewPercent: 30 })
})

it('a refusal appears at its field', () => {
  render(
    <FieldProblems value={{ priceReviewPercent: 'Use a whole number.' }}>
      <ReviewRules />
    </FieldProblems>,
  )
  expect(screen.getByLabelText('Price threshold, in percent').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('Use a whole number.')).toBeDefined()
})
