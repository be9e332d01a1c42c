import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ada, renderApp } from '#web/testing/render-app.tsx'

const account = {
  ...{ ...ada, shopName: '', phone: '', address: '', about: '', extra: [], avatar: null, emailVerified: true, pendingEmail: null },
  ...{ confirmed: true, mayChoosePassword: false },
}
let close = () => {}
afterEach(() => close())

/** The headings of the profile in order, for an admin without a second factor. */
async function headings(required: boolean) {
  const secondFactor = { on: false, recoveryCodesLeft: 0, required }
  const app = await renderApp('/profile', [], {
    user: { ...ada, lacksSecondFactor: required },
    answers: { 'account/get': () => ({ ...account, secondFactor }), 'account/devices': () => [] },
  })
  close = app.close
  await screen.findByRole('button', { name: 'Set up second factor' })
  return screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
}

test('an admin who is locked out for lack of a second factor finds it first on the page', async () => {
  expect((await headings(true)).slice(0, 2)).toEqual(['Signing in', 'About you'])
})

test('an admin who is not locked out finds the profile first on the page', async () => {
  expect((await headings(false)).slice(0, 2)).toEqual(['About you', 'Signing in'])
})
