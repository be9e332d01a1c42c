import { hash } from 'node:crypto'
import { symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { aPicture } from '#server/testing/listing.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'
import { importExport, writeExport } from '#server/testing/transfers.ts'

const { app, admin, caller } = await openTestApp()
const { ask } = await openTestServer(app)
const at = '2024-05-01T10:00:00.000Z'
const people = ['s1', 's2'].map((id) => ({ id, email: `${id}@example.com`, role: 'seller', status: 'active', createdAt: at }))
const actor = (id: string) => ({ ...admin, id, role: 'seller' as const })

test('old products belong to the person of seller_id, else of userId, and each is listed once', async () => {
  const png = await aPicture()
  const folder = await writeExport({
    users: people,
    products: [
      {
        id: 'p1',
        title: 'Lamp',
        userId: 's1',
        price: 1_250,
        status: 'approved',
        created_at: 1_714_557_600,
        images: [image('p1', '0_a.png', png.length), image('p1', '1_Große Lampe (1).png')],
      },
      {
        id: 'p2',
        title: 'Chair',
        seller_id: 's1',
        userId: 's2',
        status: 'approved',
        created_at: 1_714_557_600_000,
        colour: { name: 'red' },
      },
      { id: 'p3', title: 'Nobody’s', status: 'approved', images: [image('p3', '0_gone.png')] },
      { id: 'p4', title: 'Dangling', seller_id: 'nobody' },
      { id: 'p5', title: '', price: 12.5, stock: 'many' },
      { id: 'p6', title: 'Other size', seller_id: 's2', images: [image('p6', '0_a.png', 5)] },
    ],
    'files/products/p1/0_a.png': png,
    'files/products/p1/1_Große Lampe (1).png': png,
    'files/products/p6/0_a.png': png,
    'files/products/p6/0_"quoted".png': png,
    'files/products/p6/..hidden.png': png,
    'files/products/p6/0_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_long_name_.png':
      png,
    'files/elsewhere.txt': 'x',
    'files/products/.p6/0_a.png': png,
    'files/products/p6./0_a.png': png,
    'files/products/p6/0_huge.png': png,
    'files/products/p6/0_script.html': '<script>',
    'files/products/p6/0_fake.png': 'no picture',
  })
  truncateSync(join(folder, 'files/products/p6/0_huge.png'), 3_000_000_000)
  symlinkSync('/etc/passwd', join(folder, 'files/products/p6/0_link.png'))
  const dry = await importExport(app, folder, { dryRun: true })
  expect(
    await app.sql`select id from products union select id from users where id like 's_' union select id from transferred_records`,
  ).toEqual([])
  const { progress, said, findings } = await importExport(app, folder)
  // Those who move in with a browser see a choice instead of the option of the command.
  expect(findings.find(({ code }) => code === 'not-minor-units')?.message).toContain('"In major units", or --major-units')
  expect(said.toSorted()).toEqual([
    'files   file-link rejected',
    ...Array(6).fill('files   file-name rejected'),
    'files   file-too-large rejected',
    'files   file-type rejected',
    'files   file-type rejected',
    'products 2 userId seller-differs noted',
    'products 3 images.0 file-missing noted',
    'products 4 seller_id no-such-record rejected',
    'products 5 price not-minor-units rejected',
    'products 5 stock type-number rejected',
    'products 5 title required rejected',
    'products 6 images.0 file-size noted',
  ])
  expect([dry.progress, dry.said]).toEqual([progress, said])
  const listedFor = async (id: string) => (await caller(actor(id)).products.list({})).rows.map(({ title }) => title).toSorted()
  expect([await listedFor('s1'), await listedFor('s2')]).toEqual([['Chair', 'Lamp'], ['Other size']])
  expect((await importExport(app, folder)).progress.counts.products).toMatchObject({ unchanged: 4, rejected: 2 })
  expect(await app.sql`select product_id from shop_changes order by 1`).toEqual([{ product_id: 'p1' }, { product_id: 'p2' }])
  const [lamp] = (await caller(actor('s1')).products.list({})).rows.filter(({ id }) => id === 'p1')
  for (const { url, thumbnails } of lamp?.images ?? [])
    for (const each of [url, ...Object.values(thumbnails)]) expect([each, (await ask(each)).status]).toEqual([each, 200])
  expect(lamp?.images).toHaveLength(2)
  const served = await ask('/files/products/p1/0_a.png')
  expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/png'])
})

const image = (id: string, name: string, size?: number) => ({
  url: `https://old.example/${name}`,
  path: `products/${id}/${name}`,
  name,
  ...(size && { size }),
})

test('storefronts hear of products that a later import takes off sale', async () => {
  const shop = ['q1', 'q2', 'q3'].map((id) => ({ id, title: id, seller_id: id === 'q3' ? 't2' : 't1', price: 5, status: 'approved' }))
  const sellers = ['t1', 't2'].map((id) => ({ id, email: `${id}@example.com` }))
  const told = () => app.sql`select product_id, on_sale, changed_at::text from shop_changes where product_id like 'q_' order by product_id`
  await importExport(app, { users: sellers, products: shop })
  const before = await told()
  expect(before).toMatchObject([{ on_sale: true }, { on_sale: true }, { on_sale: true }])
  const suspended = [sellers[0], { ...sellers[1], status: 'suspended' }]
  await importExport(app, { users: suspended, products: [{ ...shop[0], status: 'rejected' }, shop[1]] })
  const after = await told()
  expect(after.map(({ on_sale }) => on_sale)).toEqual([false, true, false])
  expect(after.map(({ changed_at }, at) => changed_at === before[at]?.changed_at)).toEqual([false, true, false])
})

test('the picture of an export is the one of its import, though it was re-encoded', async () => {
  const picture = Buffer.concat([await aPicture(), Buffer.from('hidden')])
  const product = { id: 'e1', title: 'Lamp', seller_id: 's1', images: [image('e1', '0_a.png', picture.length)] }
  await importExport(app, { products: [product], 'files/products/e1/0_a.png': picture })
  const { stream } = await app.storage.get('products/e1/0_a.png')
  const exported = await buffer(stream)
  expect(exported.length).not.toBe(picture.length)
  const { said, progress } = await importExport(app, { products: [{ ...product, title: 'Lamp 2' }], 'files/products/e1/0_a.png': exported })
  expect([said, progress.counts.files]).toEqual([[], expect.objectContaining({ unchanged: 1 })])
  expect((await caller(admin).products.get({ id: 'e1' })).images).toHaveLength(1)
})

test('a picture that a Backstall exported stays as it is, without its metadata; one that is another than its list says is rejected', async () => {
  const clean = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#a65' } })
    .jpeg({ quality: 40 })
    .toBuffer()
  const placed = await sharp(clean)
    .withExif({ IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '48/1 12/1 0/1' } })
    .toBuffer()
  const files = { 'f1/0_clean.jpg': clean, 'f1/1_placed.jpg': placed, 'f1/2_other.jpg': clean }
  const list = Object.entries(files).map(([path, content]) => {
    const sha256 = hash('sha256', path.includes('other') ? 'x' : content)
    return JSON.stringify({ path: `products/${path}`, sha256, name: 'Größe №1.jpg' })
  })
  const { said } = await importExport(app, {
    products: [{ id: 'f1', title: 'Lamp', seller_id: 's1', images: Object.keys(files).map((path) => image('f1', path.slice(3), 7)) }],
    ...Object.fromEntries(Object.entries(files).map(([path, content]) => [`files/products/${path}`, content])),
    'files.jsonl': [...list, '{"path":"../up","sha256":"", "name":"x"}', '{'].join('\n'),
  })
  expect(said).toEqual([
    'files 4 sha256 not-valid rejected',
    'files 5  broken-json rejected',
    'files   file-damaged rejected',
    'products 1 images.2 file-missing noted',
  ])
  const stored = async (name: string) => buffer((await app.storage.get(`products/f1/${name}`)).stream)
  expect(await stored('0_clean.jpg')).toEqual(clean)
  const kept = await stored('1_placed.jpg')
  expect([(await sharp(placed).metadata()).exif === undefined, (await sharp(kept).metadata()).exif]).toEqual([false, undefined])
  expect((await ask('/files/products/f1/0_clean.jpg', { as: admin })).headers.get('content-disposition')).toContain('Gr%C3%B6%C3%9Fe')
})
