import { act, fireEvent, screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { defaultSettings, type Settings } from '#domain/settings.ts'
import { Refused, refuses, renderApp } from '#web/testing/render-app.tsx'

let app: Awaited<ReturnType<typeof renderApp>>

const press = (name: string, within_ = screen as Pick<typeof screen, 'getByRole'>) =>
  act(async () => fireEvent.click(within_.getByRole('button', { name })))

it('a shorter retention states how many buyers it would erase before it is saved, and does nothing unless confirmed', async () => {
  const stored: Settings = { ...defaultSettings }
  app = await renderApp('/admin/settings', [], {
    answers: {
      'settings/get': () => stored,
      'settings/edit': ({ change, erasing = 0 }) => {
        const refused = { field: 'change.buyerRetentionDays', orders: 1_234, buyers: 812 }
        if (Number(erasing) < 1_234) throw new Refused(409, 'count-unconfirmed', 'Confirm the number affected first.', refused)
        return Object.assign(stored, change)
      },
    },
  })
  const days = () => screen.getByLabelText<HTMLInputElement>('Days until buyers’ data is erased')
  fireEvent.change(await screen.findByLabelText('Days until buyers’ data is erased'), { target: { value: '30' } })
  await press('Save changes')
  const dialog = within(await screen.findByRole('dialog', { name: 'Erase buyers’ data' }))
  expect(dialog.getByText(/kept for 30 days/)).toBeTruthy()
  expect(dialog.getByText(/erases the data of 812 buyers now, in 1,234 orders\./)).toBeTruthy()
  expect(dialog.getByText(/every hour. This cannot be undone/)).toBeTruthy()
  await press('Cancel', dialog)
  expect(screen.queryByRole('dialog', { name: 'Erase buyers’ data' })).toBeNull()
  // The input stays, and nothing was saved.
  expect([days().value, stored.buyerRetentionDays]).toEqual(['30', 0])
  await press('Save changes')
  await press('Save and erase 812 buyers', within(await screen.findByRole('dialog', { name: 'Erase buyers’ data' })))
  await screen.findByText('Settings saved.')
  expect(app.sent('settings/edit').at(-1)).toEqual({ change: { buyerRetentionDays: 30 }, erasing: 1_234 })
  expect(screen.queryByRole('dialog', { name: 'Erase buyers’ data' })).toBeNull()
})

it('an admin reads the currency and time zone of the marketplace, and until when an operator can change them', async () => {
  app = await renderApp('/admin/settings', [], { answers: { 'settings/get': () => defaultSettings } })
  const fact = async (name: string) => (await screen.findByText(name)).nextElementSibling?.textContent
  expect([await fact('Currency'), await fact('Time zone')]).toEqual(['EUR', 'UTC'])
  expect(screen.getByText(/CURRENCY and TIME_ZONE. They are fixed once there is a product or an order/)).toBeTruthy()
})

describe('a second factor of administrators', () => {
  const open = async (without: { self: boolean; others: number }, answers = {}) => {
    app = await renderApp('/admin/settings', [], {
      answers: { 'settings/get': () => defaultSettings, 'settings/adminsWithoutSecondFactor': () => without, ...answers },
    })
    return await screen.findByRole('radio', { name: /^Required/ })
  }

  it('is required by an admin who has one, and who reads how many others have none', async () => {
    const radio = await open({ self: false, others: 2 })
    await screen.findByText(/until they set it up in their profile. 2 other administrators have none yet/)
    expect(screen.queryByText(/You have no second factor/)).toBeNull()
    fireEvent.click(radio)
    await press('Save changes')
    expect(app.sent('settings/edit')).toEqual([{ change: { adminsNeedSecondFactor: true } }])
  })

  it('is not required by an admin who has none: the form says so beforehand, and shows the refusal with the way to the profile', async () => {
    const refuse = refuses(409, 'own-factor-first', 'Set up your own second factor first.', { field: 'change.adminsNeedSecondFactor' })
    const radio = await open({ self: true, others: 0 }, { 'settings/edit': refuse })
    await screen.findByText(/^You have no second factor yet. Set up yours before/)
    expect(screen.queryByText(/other administrator/)).toBeNull()
    const link = () => screen.getByRole('link', { name: 'Open your profile' }).getAttribute('href')
    expect(link()).toBe('/profile')
    fireEvent.click(radio)
    await press('Save changes')
    expect((await screen.findByRole('alert')).textContent).toContain('Set up your own second factor first.')
    expect(link()).toBe('/profile')
  })
})
