import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { errors } from '#domain/errors.ts'
import { FormDialog } from '#web/platform/forms/FormDialog.tsx'
import { meQuery, queries } from '#web/platform/queries/queries.ts'
import { Field } from '#web/ui/Field.tsx'
import { useFieldProblem } from '#web/ui/Labelled.tsx'
import { Toasts } from '#web/ui/Toasts.tsx'
import { dismissToasts } from '#web/ui/toasts.ts'

afterEach(() => {
  cleanup()
  dismissToasts()
})

type Values = { name: string; days: string[] }
const refusal = (field: string) =>
  Object.assign(new Error(), { code: 'invalid-argument', status: 400, message: 'Not so.', data: { field } })

function Days() {
  const problem = useFieldProblem('days')
  return (
    <>
      {problem && <p>Days: {problem}</p>}
      {['Mon', 'Tue'].map((day) => (
        <input key={day} type="checkbox" name="days" value={day} aria-label={day} />
      ))}
    </>
  )
}

function show(send: (values: Values) => Promise<unknown>, more: Partial<Parameters<typeof FormDialog<Values, unknown>>[0]> = {}) {
  const done = vi.fn()
  const ui = (open: boolean) => (
    <QueryClientProvider client={new QueryClient()}>
      <FormDialog
        title="Opening hours"
        open={open}
        onClose={() => {}}
        submit="Save"
        fields={['name', 'days']}
        check={({ name }: Values) => ({ name: name === '' ? 'Missing.' : undefined })}
        send={send}
        done={done}
        {...more}
      >
        <Field label="Name" name="name" />
        <Field label="First" name="days.0" />
        <Days />
      </FormDialog>
      <Toasts />
    </QueryClientProvider>
  )
  const { rerender } = render(ui(true))
  return { done, close: () => rerender(ui(false)) }
}
const save = (detail = 1) => act(async () => fireEvent.click(screen.getByRole('button', { name: 'Save' }), { detail }))
const name = () => screen.getByLabelText<HTMLInputElement>('Name')
const type = (text: string) => fireEvent.change(name(), { target: { value: text } })

it('a person begins in the first field, and is led back to it while it is wrong', async () => {
  const send = vi.fn(async () => {})
  show(send)
  expect(document.activeElement).toBe(name())
  const inView = vi.spyOn(Element.prototype, 'scrollIntoView')
  await save()
  expect(screen.getByText('Missing.')).toBeTruthy()
  expect(document.activeElement).toBe(name())
  // With its label and the problem, which stands below it.
  expect(inView.mock.contexts.map((part) => (part as Element).textContent)).toEqual(['NameMissing.'])
  inView.mockRestore()
  type('S')
  expect(screen.queryByText('Missing.')).toBeNull()
  expect(send).not.toHaveBeenCalled()
})

it('sends all ticked boxes of one name as a list, once, however often the button is pressed', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = vi.fn(() => promise)
  const { done } = show(send)
  type('Summer')
  fireEvent.click(screen.getByLabelText('Tue'))
  await save(2)
  expect(send).not.toHaveBeenCalled()
  await save()
  await save()
  expect(send.mock.calls.map(([values]: unknown[]) => values)).toEqual([{ name: 'Summer', 'days.0': '', days: ['Tue'] }])
  await act(async () => resolve())
  expect(done).toHaveBeenCalledTimes(1)
})

it('shows a refusal beside its field, beside a part of it, or above the form', async () => {
  let field = 'change.name'
  show(() => Promise.reject(refusal(field)))
  type('Summer')
  await save()
  expect(name().getAttribute('aria-invalid')).toBe('true')
  field = 'days.0'
  await save()
  expect(screen.getByLabelText('First').getAttribute('aria-invalid')).toBe('true')
  expect(document.activeElement).toBe(screen.getByLabelText('First'))
  field = 'days.7'
  await save()
  expect(screen.getByText('Days: Not so.')).toBeTruthy()
  field = 'place'
  await save()
  expect(screen.getByText('Not so.')).toBeTruthy()
  expect(screen.queryByText('Days: Not so.')).toBeNull()
})

it('says so, if it was refused after the dialog was closed', async () => {
  const { promise, reject } = Promise.withResolvers<void>()
  const { close } = show(() => promise)
  type('Summer')
  await save()
  close()
  reject(refusal('name'))
  await waitFor(() => expect(screen.getByText('Not so.')).toBeTruthy())
})

it('has one footer: the button that gives up first, the primary one last', () => {
  show(async () => {})
  const names = () => [...document.querySelectorAll('footer button')].map(({ textContent }) => textContent)
  expect(names()).toEqual(['Cancel', 'Save'])
  cleanup()
  show(async () => {}, { dismiss: 'close' })
  expect(names()).toEqual(['Close', 'Save'])
})

it('reports what was done and closes, and neither after a refusal', async () => {
  const onClose = vi.fn()
  const send = vi.fn(async (_: Values): Promise<unknown> => Promise.reject(refusal('name')))
  show(send, { onClose, report: () => 'The hours are stored.' })
  type('Summer')
  await save()
  expect(screen.queryByText('The hours are stored.')).toBeNull()
  send.mockResolvedValue({})
  await save()
  await screen.findByText('The hours are stored.')
  expect(onClose).toHaveBeenCalledTimes(1)
})

it('sends nothing while something stands in the way, and says what', async () => {
  const send = vi.fn(async () => {})
  show(send, { blocked: 'Load the person first.' })
  type('Summer')
  await save()
  expect(send).not.toHaveBeenCalled()
  expect(screen.getByRole('button', { name: 'Save' }).title).toBe('Load the person first.')
})

it('a dialog opened from another form sends and changes only itself', async () => {
  const outer = { submit: vi.fn(), change: vi.fn() }
  const send = vi.fn(async () => {})
  render(
    <QueryClientProvider client={new QueryClient()}>
      <form aria-label="Around" onSubmit={outer.submit} onChange={outer.change}>
        <FormDialog title="Question" onClose={() => {}} submit="Save" send={send} done={() => {}}>
          <Field label="Name" name="name" />
        </FormDialog>
      </form>
    </QueryClientProvider>,
  )
  type('Ann')
  await save()
  expect(send).toHaveBeenCalledTimes(1)
  expect(outer.submit).not.toHaveBeenCalled()
  expect(outer.change).not.toHaveBeenCalled()
  expect(document.querySelector('form form')).toBeNull()
})

it.each([
  ['result', (answer: () => void, _: (error: Error) => void) => answer()],
  ['refusal', (_: () => void, refuse: (error: Error) => void) => refuse(refusal('name'))],
])('the next person at the device sees no %s of what the former one sent', async (_, end) => {
  const signIn = (id: string) => queries.setQueryData(meQuery.queryKey, { user: { id }, settings: {} } as never)
  signIn('anna')
  const sent = Promise.withResolvers<void>()
  const { done } = show(() => sent.promise)
  type('Sally')
  await save()
  signIn('ben')
  await act(async () => end(sent.resolve, sent.reject))
  expect(done).not.toHaveBeenCalled()
  expect(screen.queryByText('Not so.')).toBeNull()
  queries.clear()
})

it('a person who was offline no longer reads that they are, once they are not, and sends what they typed by the button beside that', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const send = vi.fn((_: object) => Promise.reject(new TypeError('Failed to fetch')))
  show(send)
  type('Anna')
  await save()
  expect(screen.getByRole('alert').textContent).toBe(errors.offline.message)
  online.mockReturnValue(true)
  act(() => void dispatchEvent(new Event('online')))
  expect(within(screen.getByRole('alert')).getByText('This was not sent while you were offline.')).toBeDefined()
  expect(name().value).toBe('Anna')
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(send).toHaveBeenCalledTimes(2))
  expect(send.mock.lastCall?.[0]).toMatchObject({ name: 'Anna' })
  await screen.findByRole('alert')
  online.mockRestore()
})
