import type { IncomingMessage } from 'node:http'
import { expect, test } from 'vitest'
import { clientAddress, networkAddress } from '#server/platform/http/client-address.ts'

const request = (peer: string, forwarded?: string) =>
  ({
    socket: { remoteAddress: peer },
    headers: forwarded === undefined ? {} : { 'x-forwarded-for': forwarded },
  }) as unknown as IncomingMessage

test('without TRUST_PROXY a client cannot pretend to have another address', () => {
  const address = clientAddress([])
  expect(address(request('203.0.113.9', '10.0.0.1'))).toBe('203.0.113.9')
  expect(address(request('::ffff:127.0.0.1', '10.0.0.1'))).toBe('127.0.0.1')
})

test('a trusted proxy is believed, but only as far as the chain is trusted', () => {
  const address = clientAddress(['127.0.0.1', '10.0.0.0/8', 'fd00::/8'])
  expect(address(request('127.0.0.1', '198.51.100.7'))).toBe('198.51.100.7')
  expect(address(request('::ffff:127.0.0.1', '6.6.6.6, 198.51.100.7, 10.1.2.3'))).toBe('198.51.100.7')
  expect(address(request('fd00::1', '2001:db8::5'))).toBe('2001:db8::5')
  expect(address(request('203.0.113.9', '198.51.100.7'))).toBe('203.0.113.9')
})

test('an invalid header does not become an address', () => {
  const address = clientAddress(['127.0.0.1'])
  expect(address(request('127.0.0.1', 'unknown'))).toBe('127.0.0.1')
  expect(address(request('127.0.0.1', ''))).toBe('127.0.0.1')
  expect(address(request('127.0.0.1', "'; drop table users --"))).toBe('127.0.0.1')
})

test('all addresses of one IPv6 network count as one', () => {
  expect(networkAddress('2001:db8:1:2::1')).toBe(networkAddress('2001:db8:1:2:ffff::9'))
  expect(networkAddress('2001:db8:1:2::1')).not.toBe(networkAddress('2001:db8:1:3::1'))
  expect(networkAddress('203.0.113.9')).toBe('203.0.113.9')
})
