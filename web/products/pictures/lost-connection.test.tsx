import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProductImage } from '#domain/image.ts'
import type { Product, ProductFields } from '#domain/product.ts'
import { product, renderApp, sally } from '#web/testing/render-app.tsx'

const five = ['front', 'back', 'left', 'right', 'Öl & Essig'].map((name) => `${name}.jpg`)
const steps = ['products/create', ...five.map((name) => `images?name=${encodeURIComponent(name)}`), 'products/nameImages']
const fetchOfTestApp = globalThis.fetch
const unreachable = 'The service is not available at the moment. Try again in a little while.'
const realTimeout = globalThis.setTimeout
let app: Awaited<ReturnType<typeof renderApp>>

/** Where the network is cut: before a request reaches the server, or before its answer comes back. */
type When = 'before the request arrives' | 'before the answer arrives'

/** A server that is idempotent by key, as the real one is (create-product.test, resume-upload.test), and a connection that is cut once. */
function openConnection(cutAt: string, when: When) {
  const shelf: Product[] = []
  const made = new Map<string, Product>()
  const sent = new Map<string, { image: ProductImage; text: string }>()
  let isCut = false
  const lost = () => new TypeError('Failed to fetch')

  async function pass(url: string, method: string, arrive: () => Promise<Response>): Promise<Response> {
    const isHere = !isCut && method !== 'HEAD' && url.includes(cutAt)
    if (isHere) isCut = true
    if (isHere && when === 'before the request arrives') throw lost()
    const answer = await arrive()
    if (isHere) throw lost()
    return answer
  }
  function create({ key, draft, imagesFollow, ...fields }: Record<string, unknown>): Product {
    const existing = made.get(String(key))
    if (existing) return { ...existing }
    const status = draft ? 'draft' : 'pending'
    const one = product(String(made.size + 1), { ...(fields as ProductFields), images: [], status, unfinished: imagesFollow === true })
    made.set(String(key), one)
    shelf.push(one)
    return { ...one }
  }
  function nameImages({ id, images }: Record<string, unknown>): Product {
    const found = shelf.find((one) => one.id === id)
    const stored = [...sent.values()].map(({ image }) => image)
    const named = (images as string[]).map((path) => stored.find((image) => image.path === path))
    if (!found || !named.every((image) => image !== undefined)) throw new Error('What is named was not sent.')
    return { ...Object.assign(found, { images: named, unfinished: false }) }
  }
  async function receive(url: string, method: string, file: Blob | null): Promise<Response> {
    const { pathname, searchParams } = new URL(url, location.origin)
    const key = String(searchParams.get('upload'))
    const name = String(searchParams.get('name'))
    const existing = sent.get(key)
    if (method === 'HEAD') return new Response(null, { headers: existing ? { 'Upload-Complete': '?1' } : { 'Upload-Offset': '0' } })
    if (existing) return Response.json(existing.image)
    if (method !== 'POST' || !file) return Response.json({ error: 'Another place to go on from.', code: 'upload-moved' }, { status: 409 })
    const path = `products/${pathname.split('/')[3]}/${sent.size}_${name}`
    const image = { url: `/files/${path}`, path, name, width: 4, height: 3, thumbnails: {} }
    sent.set(key, { image, text: await file.text() })
    return Response.json(image)
  }

  /** An `XMLHttpRequest` that uploads over this connection. */
  class Sending {
    readonly upload = {}
    status = 0
    response: unknown = null
    onload = () => {}
    onerror = () => {}
    onloadend = () => {}
    private to = { method: '', url: '' }
    open(method: string, url: string) {
      this.to = { method, url }
    }
    setRequestHeader() {}
    getResponseHeader() {
      return null
    }
    abort() {}
    send(file: Blob) {
      const { method, url } = this.to
      const answered = async (answer: Response) => {
        this.status = answer.status
        this.response = await answer.json()
        this.onload()
      }
      void pass(url, method, () => receive(url, method, file))
        .then(answered, () => this.onerror())
        .finally(() => this.onloadend())
    }
  }
  vi.stubGlobal('XMLHttpRequest', Sending)
  vi.stubGlobal('fetch', (asked: Request | string, init?: RequestInit) => {
    const [url, method] = asked instanceof Request ? [asked.url, asked.method] : [asked, init?.method ?? 'GET']
    return pass(url, method, () => (url.includes('/images?') ? receive(url, method, null) : fetchOfTestApp(asked, init)))
  })
  return { shelf, sent, isCut: () => isCut, answers: { 'products/create': create, 'products/nameImages': nameImages } }
}

/** Runs timers and pending promises until the condition is true. */
async function until(isSo: () => boolean): Promise<void> {
  for (let tries = 0; tries < 300 && !isSo(); tries += 1) {
    await act(() => vi.advanceTimersByTimeAsync(100))
    await new Promise((later) => realTimeout(later))
  }
  expect(isSo()).toBe(true)
}

const submit = () => screen.queryByRole('button', { name: 'Submit for approval' })
const isOnList = () => screen.queryByRole('searchbox', { name: 'Search' }) !== null

async function add(title: string): Promise<void> {
  const texts = { Title: title, Description: 'Useful.', Price: '3', Stock: '9', Category: 'Garden' }
  for (const [label, value] of Object.entries(texts))
    fireEvent.input(screen.getByLabelText(new RegExp(`^${label}\\b`)), { target: { value } })
  const files = five.map((name) => new File([`bytes of ${name}`], name, { type: 'image/jpeg' }))
  fireEvent.change(screen.getByLabelText(/^Images\b/), { target: { files } })
}

beforeEach(() => {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:picture', revokeObjectURL: () => {} }))
  // jsdom reads no pictures.
  vi.stubGlobal(
    'Image',
    class {
      naturalWidth = 4
      naturalHeight = 3
      onload = () => {}
      set src(_address: string) {
        queueMicrotask(() => this.onload())
      }
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
})

describe.each<When>(['before the request arrives', 'before the answer arrives'])(
  'a product with five pictures is created once where the network is cut, %s,',
  (when) => {
    it.each(steps.map((step, at) => ({ step, at })))('at $step', async ({ step, at }) => {
      const title = `Stool ${at + 1} of seven`
      const { shelf, sent, isCut, answers } = openConnection(step, when)
      app = await renderApp('/seller/products/add', shelf, { user: sally, answers })
      // Pictures are uploaded as they are chosen.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
      await add(title)
      fireEvent.click(submit() as HTMLElement)
      const isCall = step.startsWith('products/')
      if (isCall) {
        // An upload is repeated automatically; a call fails in the form and is submitted again.
        await until(() => screen.queryByText(unreachable) !== null)
        fireEvent.click(submit() as HTMLElement)
      }
      await until(isOnList)
      expect([step, isCut()]).toEqual([step, true])
      expect(shelf).toMatchObject([{ title, status: 'pending', unfinished: false }])
      expect(shelf[0]?.images.map(({ name }) => name)).toEqual(five)
      // No second copy of a picture is left in the store, which the form would show when it is opened again.
      expect([...sent.values()].map(({ image, text }) => [image.name, text]).sort()).toEqual(
        five.map((name) => [name, `bytes of ${name}`]).sort(),
      )
      const asked = (call: string) => app.sent(call).length
      const callsExpected = (call: string) => (call === step && when === 'before the answer arrives' ? 2 : 1)
      for (const call of ['products/create', 'products/nameImages']) expect([call, asked(call)]).toEqual([call, callsExpected(call)])
    })
  },
)
