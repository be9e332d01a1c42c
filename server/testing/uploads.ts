import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { expect } from 'vitest'
import { arrivals } from '#server/platform/files/parts.ts'
import { chair } from './listing.ts'
import type { Person } from './people.ts'
import { openTestApp } from './test-app.ts'
import { openTestServer } from './test-server.ts'

/** A test app with steps to upload pictures. */
export async function openUploads() {
  const testApp = await openTestApp()
  const { app, caller, seller } = testApp
  const server = await openTestServer(app)
  const { ask } = server
  const send = (as: Person | null, id: string, content: Buffer, name = 'photo.jpg', headers: Record<string, string> = {}) =>
    ask(`/api/products/${id}/images?name=${encodeURIComponent(name)}`, { as, method: 'POST', body: new Uint8Array(content), headers })
  /** Makes a product whose pictures follow. */
  const creation = async () => (await caller(seller).products.create({ ...chair(), draft: false, imagesFollow: true })).id
  const filesOf = (id: string) => app.sql`select path, stored_at, released_at from files where product_id = ${id}`
  /** All files in the folders of the store and of unfinished uploads. */
  const everything = async (): Promise<string[]> => {
    const { folder } = app.config.storage as { folder: string }
    const all = await Promise.all(
      [folder, arrivals(app)].map((each) => readdir(each, { recursive: true, withFileTypes: true }).catch(() => [])),
    )
    return all.flat().flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : []))
  }
  const leavesNothing = async (id: string, before: string[]): Promise<void> => {
    await expect.poll(() => filesOf(id)).toEqual([])
    await expect.poll(everything).toEqual(before)
  }
  const photograph = (width = 1200, height = 900) =>
    sharp({ create: { width, height, channels: 3, background: '#a65', noise: { type: 'gaussian', mean: 120, sigma: 30 } } })
  const jpeg = await photograph().jpeg().toBuffer()
  return { testApp, ...testApp, ...server, send, creation, filesOf, everything, leavesNothing, photograph, jpeg }
}
