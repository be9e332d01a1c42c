import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import postgres from 'postgres'

/**
 * The floor: how fast the same work is with nothing in the way. Bare node:http, postgres.js with prepared statements, one process. A
 * session is held in memory from its first request on, as Backstall does, but for good; a write is one statement that updates, notifies and
 * logs. No framework, no validation.
 */
const sql = postgres({
  ...JSON.parse(process.env.FLOOR_DATABASE ?? '{}'),
  max: 10,
  types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
})

type Person = { id: string; role: string }

const signedIn = new Map<string, Person>()

async function authenticate(request: IncomingMessage): Promise<Person | undefined> {
  const token = request.headers.authorization ?? ''
  const held = signedIn.get(token)
  if (held) return held
  const [person] = await sql<Person[]>`
    select u.id, u.role from sessions s join users u on u.id = s.user_id where s.token = ${token} and s.expires_at > now()`
  if (person) signedIn.set(token, person)
  return person
}

const list = (status: string) => sql`
  select id, title, price, category, sku, stock, images, status, version, seller_id, (select name from users where users.id = seller_id) as "sellerName",
    rejection_reason as "rejectionReason", created_at, updated_at, status_updated_at as "updatedAt", submitted_at as "submittedAt"
  from products where status = ${status} order by created_at desc, id desc limit 25`

const approve = (actor: string, id: string) => sql`
  with changed as (
    update products set status = 'approved', status_updated_at = now() where id = ${id} returning *
  ), logged as (
    insert into events (kind, item_id, owner_id, actor_id) select 'product.approve', id, seller_id, ${actor} from changed
  ), notified as (
    insert into notifications (user_id, product_id, message) select seller_id, id, 'Your product was approved: ' || title from changed
  )
  select * from changed`

const read = (id: string) => sql`
  select id, title, description, price, category, sku, stock, tags, attributes, images, status, version, seller_id,
    (select name from users where users.id = seller_id) as "sellerName", rejection_reason as "rejectionReason",
    created_at, updated_at, status_updated_at as "updatedAt", submitted_at as "submittedAt"
  from products where id = ${id}`

const send = (actor: string, { id, text }: Message) => sql`
  with changed as (
    update chats set last_number = last_number + 1, last_message = ${text}, last_at = now() where id = ${id} returning *
  ), said as (
    insert into messages (chat_id, number, sender_id, text) select id, last_number, ${actor}, ${text} from changed returning *
  ), logged as (
    insert into events (kind, item_id, owner_id, actor_id) select 'chat.message', id, buyer_id, ${actor} from changed
  ), notified as (
    insert into notifications (user_id, message) select buyer_id, ${text} from changed
  )
  select * from said`

type Message = { id: string; text: string }
type Creation = { title: string; description: string; price: number; category: string; stock: number; tags: string[]; attributes: object[] }

const create = (actor: string, { title, description, price, category, stock, tags, attributes }: Creation) => sql`
  with changed as (
    insert into products (id, seller_id, title, description, price, category, stock, tags, attributes, status)
    values (${randomUUID()}, ${actor}, ${title}, ${description}, ${price}, ${category}, ${stock}, ${tags}, ${JSON.stringify(attributes)}::text::jsonb, 'pending')
    returning *
  ), logged as (
    insert into events (kind, item_id, owner_id, actor_id) select 'product.create', id, seller_id, ${actor} from changed
  ), notified as (
    insert into notifications (user_id, product_id, message) select 'admin', id, 'Waits for approval: ' || title from changed
  )
  select * from changed`

async function bodyOf<Body>(request: IncomingMessage): Promise<Body> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString())
}

/** The listeners of all hints; one frame for all. */
const streams = new Set<ServerResponse>()

function listen(response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: hello\ndata: {}\n\n')
  streams.add(response)
  response.on('close', () => streams.delete(response))
}

/** The listeners of each room; a message is sent to them whole. */
const rooms = new Map<string, Set<ServerResponse>>()

function listenIn(room: string, response: ServerResponse): void {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).write('event: hello\ndata: {}\n\n')
  rooms.set(room, (rooms.get(room) ?? new Set()).add(response))
  response.on('close', () => rooms.get(room)?.delete(response))
}

async function sendAndPublish(actor: string, message: Message) {
  const rows = await send(actor, message)
  const frame = Buffer.from(`event: message\ndata: ${JSON.stringify(rows[0])}\n\n`)
  for (const stream of rooms.get(message.id) ?? []) stream.write(frame)
  return rows
}

function publish(id: string): void {
  const frame = Buffer.from(`event: hint\ndata: {"kind":"product.approve","id":"${id}"}\n\n`)
  for (const stream of streams) stream.write(frame)
}

async function approveAndPublish(actor: string, id: string) {
  const rows = await approve(actor, id)
  publish(id)
  return rows
}

async function rowsFor(person: Person, url: string, request: IncomingMessage): Promise<readonly object[]> {
  if (url.startsWith('/list/')) return list(url.slice('/list/'.length))
  if (url.startsWith('/read/')) return read(url.slice('/read/'.length))
  if (url === '/create') return create(person.id, await bodyOf<Creation>(request))
  if (url === '/say') return sendAndPublish(person.id, await bodyOf<Message>(request))
  return approveAndPublish(person.id, (await bodyOf<{ id: string }>(request)).id)
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const person = await authenticate(request)
  const url = request.url ?? ''
  if (person && url === '/api/live') return listen(response)
  if (person && url.startsWith('/api/live/')) return listenIn(url.slice('/api/live/'.length), response)
  const rows = person ? await rowsFor(person, url, request) : []
  const body = JSON.stringify(rows)
  response.writeHead(person ? 200 : 401, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: unknown) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify(server.address())))
process.on('SIGTERM', () => process.exit(0))
