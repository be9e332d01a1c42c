import { randomBytes } from 'node:crypto'
import { scopes as allScopes, type Scope } from '#domain/api-key.ts'
import { hashOf } from '#server/api-keys/api-key-row.ts'
import type { App } from '#server/platform/app.ts'
import { newId } from '#server/platform/database/new-id.ts'
import { apiKeys } from '#server/platform/database/tables/api-keys.ts'
import type { TestResponse, TestServer } from './test-server.ts'

/** An API key of a test, with its id. */
export type TestKey = { id: string; key: string }

/** Makes a key with these scopes, by default all. */
export async function addKey({ db }: App, createdBy: string, scopes: readonly Scope[] = allScopes): Promise<TestKey> {
  const id = newId()
  const key = `bsk_${randomBytes(32).toString('base64url')}`
  await db.insert(apiKeys).values({ id, name: 'Test shop', hash: hashOf(key), hint: key.slice(0, 10), scopes: [...scopes], createdBy })
  return { id, key }
}

/** Calls the public API with this key; a write gets a fresh idempotency key unless one is given. */
export const asProgram =
  ({ ask }: Pick<TestServer, 'ask'>, { key }: Pick<TestKey, 'key'>) =>
  (method: string, path: string, json?: unknown, idempotencyKey: string = newId()): Promise<TestResponse> =>
    ask(`/api/v1${path}`, {
      method,
      headers: { authorization: `Bearer ${key}`, ...(method !== 'GET' && { 'idempotency-key': idempotencyKey }) },
      ...(json !== undefined && { json }),
    })
