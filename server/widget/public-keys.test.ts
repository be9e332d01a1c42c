import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { expect, test, vi } from 'vitest'
import { openReceiver, says } from '#server/testing/receiver.ts'
import { openTestApp } from '#server/testing/test-app.ts'
import { openTestServer } from '#server/testing/test-server.ts'
import { asBuyer, openShop, tokenClaims } from '#server/testing/widget.ts'
import { openPublicKeys } from '#server/widget/public-keys.ts'

const testApp = await openTestApp()
const { app, caller, admin } = testApp
const server = await openTestServer(app)
await openShop(testApp)

test('public keys come from their address, unless it is private; an unreachable one is an outage', async () => {
  const keys = await generateKeyPair('ES256')
  const set = { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' }] }
  const receiver = await openReceiver()
  receiver.answer(says(200, { 'content-type': 'application/json' }, JSON.stringify(set)))
  const token = await new SignJWT(tokenClaims({ sub: 'elsa' })).setProtectedHeader({ alg: 'ES256', kid: 'one' }).sign(keys.privateKey)
  const widgetJwksUrl = `http://127.0.0.1:${receiver.port}/keys`
  await expect(caller(admin).settings.edit({ change: { widgetJwksUrl } })).rejects.toMatchObject({
    code: 'private-address',
    data: { field: 'change.widgetJwksUrl' },
  })
  expect((await asBuyer(server, token)('chat')).json).toMatchObject({ code: 'wrong-buyer-token' })
  await caller(admin).settings.edit({ change: { widgetJwksUrl, webhooksPrivate: true } })
  for (let times = 0; times < 3; times++) expect((await asBuyer(server, token)('chat')).status).toBe(200)
  expect(receiver.received).toMatchObject([{ path: '/keys' }])
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  receiver.answer(says(302, { location: widgetJwksUrl }))
  await caller(admin).settings.edit({ change: { widgetJwksUrl: `${widgetJwksUrl}/moved` } })
  for (let times = 0; times < 3; times++)
    expect((await asBuyer(server, token)('chat')).json).toMatchObject({ code: 'buyer-keys-unavailable' })
  expect(receiver.received).toHaveLength(2)
  expect(warned).toHaveBeenCalledOnce()
  warned.mockRestore()
  await caller(admin).settings.edit({ change: { widgetJwksUrl: '', webhooksPrivate: false } })
})

test('public keys are read over https only, unless private networks are allowed', async () => {
  const edited = caller(admin).settings.edit({ change: { widgetJwksUrl: 'http://keys.example/keys' } })
  await expect(edited).rejects.toMatchObject({ code: 'invalid-argument', data: { field: 'change.widgetJwksUrl' } })
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const lookup = vi.fn(async () => [])
  const current = () => ({ ...app.settings.current(), widgetJwksUrl: 'http://keys.example/keys' })
  const keys = openPublicKeys({ settings: { ...app.settings, current } }, lookup)()
  await expect(keys?.({ alg: 'ES256' }, { payload: '', signature: '' })).rejects.toMatchObject({ code: 'buyer-keys-unavailable' })
  expect(lookup).not.toHaveBeenCalled()
  expect(warned).toHaveBeenCalledWith(expect.stringContaining('https://'))
  warned.mockRestore()
})

test.each([
  ['a private key', '{"keys":[{"kty":"RSA","n":"AQAB","e":"AQAB","d":"AQAB"}]}'],
  ['a shared secret', '{"keys":[{"kty":"oct","k":"c2VjcmV0"}]}'],
  ['no key', '{"keys":[]}'],
  ['no JSON', 'kty: RSA'],
])('a key set with %s is refused', async (_, widgetJwks) => {
  const edited = caller(admin).settings.edit({ change: { widgetJwks } })
  await expect(edited).rejects.toMatchObject({ code: 'invalid-argument', data: { field: 'change.widgetJwks' } })
})
