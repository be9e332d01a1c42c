import { act, fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { defaultSettings, type Settings } from '#domain/settings.ts'
import { renderApp } from '#web/testing/render-app.tsx'

let app: Awaited<ReturnType<typeof renderApp>>

async function open(given: Partial<Settings> = {}) {
  const stored: Settings = { ...defaultSettings, ...given }
  let createdAt: string | null = null
  app = await renderApp('/admin/settings?section=widget', [], {
    answers: {
      'settings/get': () => stored,
      'settings/edit': ({ change }) => Object.assign(stored, change),
      'widget/secret': () => ({ createdAt, formerUntil: null }),
      'widget/rotateSecret': () => {
        createdAt = '2026-11-21T08:00:00.000Z'
        return { secret: 'bsw_only-now' }
      },
    },
  })
  await screen.findByRole('heading', { name: 'Business hours' })
}
const click = (name: string | RegExp) => act(async () => fireEvent.click(screen.getByRole('button', { name })))
const type = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const add = (label: string, value: string) => {
  type(label, value)
  fireEvent.keyDown(screen.getByLabelText(label), { key: 'Enter' })
}
const save = async () => {
  await click('Save changes')
  await screen.findByText('Settings saved.')
}

it('an admin switches the widget on for an origin, which is checked at once and named as browsers do', async () => {
  await open()
  const tag = () => screen.getByLabelText<HTMLTextAreaElement>('Script tag').value
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: /^Everyone/ })))
  expect(tag()).toMatch(/widget\.js" async><\/script>$/)
  await act(async () => fireEvent.click(screen.getByRole('radio', { name: /^Verified only/ })))
  expect(tag()).toContain('async data-token-url="/chat-token">')
  expect(screen.getByText(/Without one, the widget does not work/)).toBeTruthy()
  add('Allowed origins', 'https://shop.example/path')
  expect(screen.getByText(/Use an origin such as/)).toBeTruthy()
  add('Allowed origins', 'HTTPS://Shop.example/')
  expect(screen.queryByText(/Without one, the widget does not work/)).toBeNull()
  add('Allowed origins', 'https://shop.example')
  expect(screen.getByText('This origin is already in the list.')).toBeTruthy()
  await save()
  expect(app.sent('settings/edit')).toEqual([{ change: { widgetMode: 'verified', widgetOrigins: ['https://shop.example'] } }])
})

it('the secret is shown once, and the next one says what becomes of the first', async () => {
  await open()
  expect(await screen.findByText('There is no secret yet.')).toBeTruthy()
  await click('Create secret')
  await act(async () => fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Create secret' })))
  expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Secret' })).value).toBe('bsw_only-now')
  await act(async () => fireEvent.click(within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })[0] as HTMLElement))
  expect(screen.queryByDisplayValue('bsw_only-now')).toBeNull()
  expect(await screen.findByText(/The secret was created on/)).toBeTruthy()
  await click('New secret')
  fireEvent.click(screen.getByLabelText(/Revoke the current secret at once/))
  await click('Create new secret')
  expect(await screen.findByRole('textbox', { name: 'Secret' })).toBeTruthy()
  expect(app.sent('widget/rotateSecret')).toEqual([{ endFormer: false }, { endFormer: true }])
})

it('an admin sets several periods a day, until midnight, for all working days, and holidays', async () => {
  await open({ businessHours: [{ day: 6, from: '10:00', to: '12:00' }] })
  await click('Add hours on Monday')
  await click('Add hours on Monday')
  type('Monday, period 1, to', '12:30')
  type('Monday, period 2, from', '13:00')
  type('Monday, period 2, to', '18:00')
  type('Monday, period 2, to', '00:00')
  // Nothing follows a period until midnight.
  await click('Add hours on Monday')
  expect(screen.queryByLabelText('Monday, period 3, from')).toBeNull()
  expect(screen.getByRole('button', { name: 'Add hours on Monday' }).title).toBe('The last period ends at midnight. Change its end first.')
  await click('Copy to Tuesday–Friday')
  await click('Remove period 2 on Friday')
  await click('Remove period 1 on Saturday')
  add('New holiday', '2026-12-25')
  await save()
  const workday = (day: number) => [
    { day, from: '09:00', to: '12:30' },
    { day, from: '13:00', to: '24:00' },
  ]
  const businessHours = [1, 2, 3, 4].flatMap(workday).concat(workday(5).slice(0, 1))
  expect(app.sent('settings/edit')).toEqual([{ change: { businessHours, holidays: ['2026-12-25'] } }])
})
