import { sql as statement } from 'drizzle-orm'
import { type ChatActor, ChatFilePath } from '#domain/chat.ts'
import { AvatarPath, ImagePath, LogoPath } from '#domain/image.ts'
import type { App } from '#server/platform/app.ts'
import { preparedStatement } from '#server/platform/database/prepared-statement.ts'
import { limits } from '#server/platform/limits/limits.ts'
import { onSale } from '#server/products/on-sale.ts'

/** A stored file with what decides who may see it; `seller_id` is its owner. */
type FileRow = {
  path: string
  name: string
  content_type: string
  sha256: string
  seller_id: string | null
  named: boolean
  proposed: boolean
  unfinished: boolean
  on_sale: boolean
  logo?: boolean
}

/** A file that the actor may load; `storedPath` is its path in the store. */
export type Servable = { storedPath: string; contentType: string; fileName: string; etag: string; isPublic: boolean; isLogo: boolean }

const thumbnail = new RegExp(`^thumbnails/(${limits.image.thumbnailWidths.join('|')})/(.+)\\.webp$`)

/**
 * The stored file or thumbnail at this path, if the actor may see it. The logo and pictures of products on sale are public; other pictures
 * are for their seller, and for admins once the creation is finished; pictures that an edit request proposes are only for these two,
 * and those that wait for their product to be created only for their uploader (product §3, §4). Null otherwise, exactly as for an unknown path.
 */
export async function findServable({ sql }: App, actor: ChatActor | null, storedPath: string): Promise<Servable | null> {
  const [, width, original = storedPath] = thumbnail.exec(storedPath) ?? []
  const row = await findFile(sql, original)
  if (!row || !(row.on_sale || row.logo || maySee(actor, row))) return null
  const { content_type, name, sha256, on_sale, logo = false } = row
  return {
    storedPath,
    contentType: width ? 'image/webp' : content_type,
    fileName: width ? `${name}.webp` : name,
    etag: `"${sha256.slice(0, 32)}${width ? `-${width}` : ''}"`,
    isPublic: on_sale || logo,
    isLogo: logo,
  }
}

async function findFile(sql: App['sql'], path: string): Promise<FileRow | undefined> {
  if (AvatarPath.safeParse(path).success) return findAvatar(sql, path)
  if (ChatFilePath.safeParse(path).success) return findChatFile(sql, path)
  if (LogoPath.safeParse(path).success) return findLogo(sql, path)
  if (!ImagePath.safeParse(path).success) return undefined
  const [row] = await pictureOfProduct(sql, { path })
  return row
}

const pictureOfProduct = preparedStatement<FileRow>(statement`
  select f.path, f.name, f.content_type, f.sha256, case when products.id is null then f.uploaded_by else products.seller_id end as seller_id,
    f.named_at is not null as named, f.proposed_at is not null as proposed, coalesce(products.unfinished, true) as unfinished,
    products.id is not null and f.named_at is not null and ${onSale} as on_sale
  from files f left join products on products.id = f.product_id left join users u on u.id = products.seller_id
  where f.path = ${statement.placeholder('path')} and f.stored_at is not null and f.released_at is null`)

/** A person's picture: for that person and for admins. */
async function findAvatar(sql: App['sql'], path: string): Promise<FileRow | undefined> {
  const [row] = await sql<FileRow[]>`
    select f.path, f.name, f.content_type, f.sha256, u.id as seller_id, true as named, false as proposed, false as unfinished, false as on_sale
    from files f join users u on u.image = f.path
    where f.path = ${path} and f.stored_at is not null and f.released_at is null`
  return row
}

/** The logo of the marketplace: public, as long as it is the current one. */
async function findLogo(sql: App['sql'], path: string): Promise<FileRow | undefined> {
  const [row] = await sql<FileRow[]>`
    select f.path, f.name, f.content_type, f.sha256, null as seller_id, true as named, false as proposed, false as unfinished, false as on_sale,
      true as logo
    from files f join settings s on s.key = 'logo' and s.value ->> 'path' = f.path
    where f.path = ${path} and f.stored_at is not null and f.released_at is null`
  return row
}

/** A file of a chat: for its participant and admins once it was sent, before that only for its uploader (product §7). */
async function findChatFile(sql: App['sql'], path: string): Promise<FileRow | undefined> {
  const [row] = await sql<FileRow[]>`
    select f.path, f.name, f.content_type, f.sha256, case when f.named_at is null then f.uploaded_by else c.buyer_id end as seller_id,
      f.named_at is not null as named, false as proposed, false as unfinished, false as on_sale
    from files f join chats c on c.id = f.product_id
    where f.path = ${path} and f.stored_at is not null and f.released_at is null`
  return row
}

function maySee(actor: ChatActor | null, { seller_id, named, proposed, unfinished }: FileRow): boolean {
  if (actor?.status !== 'active') return false
  if (seller_id === actor.id) return true
  return actor.role === 'admin' && (named || proposed) && !unfinished
}
