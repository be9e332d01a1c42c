import sharp from 'sharp'
import { expect, test } from 'vitest'
import type { Attachment } from '#domain/chat.ts'
import { newId } from '#server/platform/database/new-id.ts'
import type { Person } from '#server/testing/people.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'

const { app, caller, seller, rival, admin } = await openTestApp()
const { ask } = await openTestServer(app)
const { id } = await caller(seller).chats.open({})

const bytes = (text: string) => new TextEncoder().encode(text)
const pdf = bytes('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n')
const upload = (as: Person | null, name: string, body: Uint8Array<ArrayBuffer>, chat = id) =>
  ask(`/api/chats/${chat}/files?name=${encodeURIComponent(name)}`, { as, method: 'POST', body })
const attachmentIn = (response: { json: unknown }) => response.json as Attachment

test('people send pictures and documents, and only the participant and admins can load them', async () => {
  const photo = await sharp({ create: { width: 40, height: 30, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer()
  const picture = attachmentIn(await upload(seller, 'lamp.jpg', new Uint8Array(photo)))
  const document = attachmentIn(await upload(seller, 'Invoice №5.pdf', pdf))
  expect(picture).toMatchObject({ contentType: 'image/jpeg', width: 40, height: 30, name: 'lamp.jpg' })
  expect(document).toMatchObject({ contentType: 'application/pdf', width: null, name: 'Invoice №5.pdf', bytes: pdf.length, thumbnails: {} })
  // Only its uploader can load a file that was not sent yet.
  expect((await ask(document.url, { as: seller })).status).toBe(200)
  expect((await ask(document.url, { as: admin })).status).toBe(404)
  const sent = await caller(seller).chats.send({ id, clientId: newId(), text: '', attachments: [document.path, picture.path] })
  expect(sent.attachments).toEqual([document, picture])
  expect((await caller(admin).chats.messages({ id })).rows.at(-1)).toEqual(sent)
  expect(await caller(admin).chats.get({ id })).toMatchObject({ lastMessage: 'Invoice №5.pdf' })
  for (const url of [document.url, picture.url, picture.thumbnails['160'] ?? '']) {
    expect((await ask(url, { as: seller })).status).toBe(200)
    expect((await ask(url, { as: admin })).status).toBe(200)
    const foreign = await ask(url, { as: rival })
    const unknown = await ask(url.replace(id, newId()), { as: rival })
    expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
    expect((await ask(url)).status).toBe(404)
  }
  expect((await ask(document.url, { as: admin })).headers.get('content-disposition')).toContain('attachment')
})

test('the type of a file follows from its content, not from its name', async () => {
  for (const [name, content] of [
    ['invoice.pdf', '<script>alert(1)</script>'],
    ['invoice.pdf', 'MZ\u0090 a program'],
    ['cut-off.pdf', '%PDF-1.7\n1 0 obj'],
    ['drawing.svg', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['nothing.pdf', ''],
  ] as const) {
    const response = await upload(seller, name, bytes(content))
    expect([response.status, response.json?.code, response.json?.field], name).toEqual([422, 'attachment-type', 'attachments'])
  }
  const strip = await sharp({ create: { width: 1_010, height: 10, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
  expect((await upload(seller, 'strip.png', new Uint8Array(strip))).json?.code).toBe('image-shape')
  const large = await upload(seller, 'large.pdf', bytes(`%PDF-${'x'.repeat(10 * 1024 * 1024)}%%EOF`))
  expect([large.status, large.json?.code]).toEqual([413, 'attachment-bytes'])
  for (const name of ['../../etc/passwd', '..', '']) expect((await upload(seller, name, pdf)).json?.code).toBe('file-name')
  expect(await app.sql`select path from files where stored_at is null and released_at is null`).toEqual([])
})

test('people can neither attach to a foreign chat nor attach a file that another person uploaded', async () => {
  const foreign = await upload(rival, 'a.pdf', pdf)
  const unknown = await upload(rival, 'a.pdf', pdf, newId())
  expect([foreign.status, foreign.text]).toEqual([404, unknown.text])
  expect(foreign.json).toMatchObject({ error: 'Chat not found' })
  const ours = attachmentIn(await upload(admin, 'a.pdf', pdf))
  const mine = await caller(rival).chats.open({})
  for (const chat of [id, mine.id]) {
    const who = chat === id ? seller : rival
    const send = caller(who).chats.send({ id: chat, clientId: newId(), text: 'See', attachments: [ours.path] })
    await expect(send).rejects.toMatchObject({ code: 'invalid-argument', data: { field: 'attachments' } })
  }
  expect((await ask(ours.url, { as: seller })).status).toBe(404)
})
