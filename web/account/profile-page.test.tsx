import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { ada, renderApp } from '#web/testing/render-app.tsx'

const account = {
  ...{ ...ada, shopName: '', phone: '', address: '', about: '', extra: [], avatar: null, emailVerified: true, pendingEmail: null },
  ...{ confirmed: true, mayChoosePassword: false },
}
let close = () => {}
afterEach(() => close())

/** The headings of the profile in their order, for an administrator without a second factor. */
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

test('an administrator who is kept out until there is a second factor finds it before anything else', async () => {
  expect((await headings(true)).slice(0, 2)).toEqual(['Signing in', 'About you'])
})

test('an administrator whom nothing keeps out finds what is about them first', async () => {
  expect((await headings(false)).slice(0, 2)).toEqual(['About you', 'Signing in'])
})
