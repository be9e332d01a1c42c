import { readFileSync } from 'node:fs'
import { packTar } from 'modern-tar'
import { expect, signInAs, test } from './journey.ts'
import { rowOf } from './listing.ts'

const lines = (...records: unknown[]) =>
  records.map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`).join('')
const at = '2024-05-01T10:00:00Z'
const email = 'mira.moved@example.com'
const sample = (name: string) => readFileSync(`examples/export/${name}`, 'utf8')
// Their password is user1password.
const [account] = JSON.parse(sample('auth.json')).users
const files: Record<string, string> = {
  'auth.json': JSON.stringify({ users: [{ ...account, localId: 'moved1', email }] }),
  'hash-config.json': sample('hash-config.json'),
  'users.jsonl': lines({ id: 'moved1', email, displayName: 'Mira Moved', createdAt: at }, '{"id":'),
  'products.jsonl': lines({
    id: 'movedlamp',
    title: 'Lamp of before',
    price: 4_900,
    seller_id: 'moved1',
    userId: 'moved1',
    created_at: at,
  }),
  'chats.jsonl': lines({ id: 'movedchat', buyerId: 'moved1', buyerName: 'Mira', createdAt: at }),
  'messages.jsonl': lines(
    { id: 'm2', chatId: 'movedchat', senderId: 'boss', text: 'It ships on Monday.', timestamp: '2024-05-01T10:02:00Z' },
    { id: 'm1', chatId: 'movedchat', senderId: 'moved1', text: 'When does it ship?', timestamp: '2024-05-01T10:01:00Z' },
  ),
}

test('an admin imports an archive after its dry run; a person of it signs in with their former password, and finds their product and chat', async ({
  admin,
  visitor,
}) => {
  const { page } = await admin()
  await page.goto('/admin/settings?section=transfers')
  const entries = Object.entries(files).map(([name, body]) => ({
    header: { name: `shop/${name}`, size: Buffer.byteLength(body), type: 'file' as const },
    body,
  }))
  const buffer = Buffer.from(await packTar(entries))
  await page.getByLabel('Archive of the export').setInputFiles({ name: 'shop.tar', mimeType: 'application/x-tar', buffer })
  const people = page.getByRole('row').filter({ has: page.getByRole('cell', { name: 'People', exact: true }) })
  await expect(people).toHaveText(/People\s*2\s*1\s*1/, { timeout: 30_000 })
  await page.getByRole('button', { name: 'Import 5 records' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Import 5 records' }).click()
  await expect(page.getByText('The import is finished.')).toBeVisible({ timeout: 30_000 })
  await expect(page.getByRole('link', { name: 'Download report' })).toBeVisible()

  const theirs = await visitor()
  await theirs.goto('/login')
  await signInAs(theirs, email, 'user1password')
  await theirs.waitForURL(/\/seller\/products/)
  await expect(rowOf(theirs, 'Lamp of before')).toHaveCount(1)
  await theirs.goto('/chat')
  await expect(theirs.getByText('It ships on Monday.')).toBeVisible()
  await expect(theirs.getByText('When does it ship?')).toBeVisible()
})
