import { describe, expect, test } from 'vitest'
import { openReceiver } from '#server/testing/receiver.ts'
import { type Address, isForbidden, openAddresses } from '#server/webhooks/addresses.ts'
import { post } from '#server/webhooks/post.ts'

const noLookup = () => Promise.reject(new Error('Nobody is asked about an address.'))
const standsFor =
  (...addresses: string[]) =>
  async (): Promise<Address[]> =>
    addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))

/** Notations of addresses in private networks and of this machine. */
const privateOnes = [
  'http://127.0.0.1/',
  'http://127.1/',
  'http://2130706433/',
  'http://0x7f000001/',
  'http://0x7f.0.0.1/',
  'http://0177.0.0.1/',
  'http://017700000001/',
  'http://127.0.0.1./',
  'http://１２７.０.０.１/',
  'http://10.1.2.3/',
  'http://172.31.255.255/',
  'http://192.168.0.1/',
  'http://100.64.0.1/',
  'http://[::1]/',
  'http://[0:0:0:0:0:0:0:1]/',
  'http://[::ffff:127.0.0.1]/',
  'http://[::ffff:7f00:1]/',
  'http://[::ffff:10.0.0.1]/',
  'http://[fd00::1]/',
  'http://[fc00::1]/',
]
/** Forbidden even if private networks are allowed, such as cloud metadata services. */
const neverOnes = [
  'http://0.0.0.0/',
  'http://0/',
  'http://0.1.2.3/',
  'http://169.254.169.254/latest/meta-data/',
  'http://⑯⑨。254。169。254/',
  'http://2852039166/',
  'http://0xa9fea9fe/',
  'http://[fe80::1]/',
  'http://[::]/',
  'http://[::127.0.0.1]/',
  'http://[::ffff:169.254.169.254]/',
  'http://[::ffff:0:127.0.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[64:ff9b:1::a00:1]/',
  'http://[2002:7f00:1::]/',
  'http://[2001:0:7f00:1::]/',
  'http://[fec0::1]/',
  'http://[ff02::1]/',
  'http://[2001:db8::1]/',
  'http://224.0.0.1/',
  'http://240.0.0.1/',
  'http://255.255.255.255/',
  'http://192.0.2.1/',
  'http://198.18.0.1/',
]

describe('an address that is not public', () => {
  test.each([...privateOnes, ...neverOnes])('such as %s is forbidden in every notation', async (url) => {
    expect(isForbidden(new URL(url), false)).toBe(true)
    await expect(openAddresses(new URL(url), false, noLookup)).rejects.toThrow('not an address that webhooks may go to')
  })

  test.each(privateOnes)('such as %s is allowed if the settings say so', (url) => {
    expect(isForbidden(new URL(url), true)).toBe(false)
  })

  test.each(neverOnes)('such as %s stays forbidden even then', (url) => {
    expect(isForbidden(new URL(url), true)).toBe(true)
  })

  test.each(['http://localhost/', 'http://LOCALHOST:80/', 'http://localhost./', 'http://shop.localhost/', 'http://ｌocalhost/'])(
    'includes %s',
    (url) => {
      expect(isForbidden(new URL(url), false)).toBe(true)
      expect(isForbidden(new URL(url), true)).toBe(false)
    },
  )

  test.each(['127.0.0.1', '10.0.0.8', '169.254.169.254', '::1', '::ffff:192.168.1.1', 'fd12::1', 'fe80::1%eth0', 'no address'])(
    'stays forbidden behind a name that resolves to %s',
    async (address) => {
      const url = new URL('https://shop.example/')
      await expect(openAddresses(url, false, standsFor(address))).rejects.toThrow(/stands for/)
      await expect(openAddresses(url, false, standsFor('93.184.216.34', address))).rejects.toThrow(/stands for/)
    },
  )
})

test.each(['https://93.184.216.34/', 'https://[2606:2800:220:1::1]/', 'https://shop.example/', 'https://bücher.example/'])(
  'a public address such as %s is allowed',
  async (url) => {
    expect(isForbidden(new URL(url), false)).toBe(false)
    const [first] = await openAddresses(new URL(url), false, standsFor('93.184.216.34', '2606:2800:220:1::1'))
    expect(first?.address).toMatch(/^(93\.184\.216\.34|2606:2800:220:1::1)$/)
  },
)

test('a name that resolves to another address a moment later changes nothing: it is resolved once, and the checked address is used', async () => {
  const receiver = await openReceiver()
  const inside = await openReceiver()
  const asked: string[] = []
  const rebinding = async (name: string): Promise<Address[]> => {
    asked.push(name)
    return [{ address: asked.length === 1 ? '127.0.0.1' : '169.254.169.254', family: 4 }]
  }
  const request = { url: `http://shop.example:${receiver.port}/hooks`, body: '{}', headers: {} }
  const options = { allowPrivate: true, lookup: rebinding }
  expect(await post(request, options)).toMatchObject({ status: 204, error: null })
  expect(asked).toEqual(['shop.example'])
  expect(receiver.received).toMatchObject([{ path: '/hooks', headers: { host: `shop.example:${receiver.port}` } }])
  // The next attempt resolves the name again and is refused; it cannot reuse a former connection.
  expect(await post(request, options)).toMatchObject({ status: null, error: { message: expect.stringContaining('169.254.169.254') } })
  expect(receiver.received).toHaveLength(1)
  expect(inside.received).toHaveLength(0)
})
