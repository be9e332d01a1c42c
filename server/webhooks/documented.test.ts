import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testType } from '#domain/webhook.ts'
import { webhookTypes } from '#domain/webhook-types.ts'
import { packageRoot } from '#server/platform/package-root.ts'
import { testFolder } from '#server/testing/worker.ts'
import { newSecret, shownSecret, signed } from '#server/webhooks/sign.ts'

const page = readFileSync(join(packageRoot, 'docs/webhooks.md'), 'utf8')
const sealing = { config: { sessionSecret: 'a secret of tests, long enough to be one' } } as Parameters<typeof newSecret>[0]

type Verify = (secret: string, headers: Record<string, string>, body: string) => unknown

/** The example code of the documentation. */
async function example(): Promise<Verify> {
  const [, code = ''] = /```js\n([\s\S]*?)```/.exec(page) ?? []
  const file = join(testFolder(), 'verify.mjs')
  writeFileSync(file, code)
  return (await import(/* @vite-ignore */ file)).verify
}

test('the documented example accepts what Backstall signs, and nothing else', async () => {
  const verify = await example()
  const sealed = newSecret(sealing)
  const next = newSecret(sealing)
  const secret = shownSecret(sealing, sealed) ?? ''
  const nextSecret = shownSecret(sealing, next) ?? ''
  const body = '{"type":"product.removed"}'
  const headers = signed(sealing, { id: 'one', body, secrets: [next, sealed] }) ?? {}
  expect(verify(secret, headers, body)).toEqual({ type: 'product.removed' })
  expect(verify(nextSecret, headers, body)).toEqual({ type: 'product.removed' })
  expect(() => verify(secret, headers, `${body} `)).toThrow('not signed')
  expect(() => verify(secret, { ...headers, 'webhook-id': 'two' }, body)).toThrow('not signed')
  expect(() => verify(shownSecret(sealing, newSecret(sealing)) ?? '', headers, body)).toThrow('not signed')
  expect(() => verify(secret, {}, body)).toThrow('too old')
  onTestFinished(() => void vi.useRealTimers())
  vi.useFakeTimers({ now: Date.now() + 301_000 })
  expect(() => verify(secret, headers, body)).toThrow('too old')
})

test('every event is in the page for integrators', () => {
  for (const type of [...webhookTypes, testType]) expect(page).toContain(`\`${type}\``)
})
