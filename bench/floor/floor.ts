import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import postgres from 'postgres'

/**
 * The floor: how fast the same work is with nothing in the way. Bare node:http, postgres.js with prepared statements, one process;
 * the token is looked up by a statement of its own, a write is one statement that updates, notifies and logs. No framework, no validation.
 */
const sql = postgres({
  ...JSON.parse(process.env.FLOOR_DATABASE ?? '{}'),
  max: 10,
  types: { bigint: { to: 20, from: [20], parse: Number, serialize: String } },
})

type Person = { id: string; role: string }

async function whoIs(request: IncomingMessage): Promise<Person | undefined> {
  const [person] = await sql<Person[]>`
    select u.id, u.role from sessions s join users u on u.id = s.user_id
    where s.token = ${request.headers.authorization ?? ''} and s.expires_at > now()`
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

async function bodyOf(request: IncomingMessage): Promise<{ id: string }> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part)
  return JSON.parse(Buffer.concat(parts).toString())
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const person = await whoIs(request)
  const url = request.url ?? ''
  const rows = !person
    ? []
    : url.startsWith('/list/')
      ? await list(url.slice('/list/'.length))
      : await approve(person.id, (await bodyOf(request)).id)
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
