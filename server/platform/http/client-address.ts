import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'

type Network = ReturnType<typeof ipaddr.parseCIDR>

function networkOf(text: string): Network {
  if (ipaddr.isValidCIDR(text)) return ipaddr.parseCIDR(text)
  const address = ipaddr.parse(text)
  return [address, address.kind() === 'ipv4' ? 32 : 128]
}

/** The parsed address; IPv4 in IPv6 notation becomes IPv4. Null if it is not an address. */
const parsed = (text: string) => (ipaddr.isValid(text) ? ipaddr.process(text) : null)

/** Returns a function that tells whether an address is a trusted proxy (product §10, TRUST_PROXY). */
export function trustedProxies(trustProxy: readonly string[]): (address: string) => boolean {
  const networks = trustProxy.map(networkOf)
  return (text) => {
    const address = parsed(text)
    return address !== null && networks.some(([net, bits]) => net.kind() === address.kind() && address.match(net, bits))
  }
}

/**
 * Returns a function that finds the client's address (product §10, TRUST_PROXY): the peer itself, or what trusted proxies report, read from
 * the near end of `X-Forwarded-For` up to the first address that is not one of them.
 */
export function clientAddress(trustProxy: readonly string[]): (request: IncomingMessage) => string {
  const trusted = trustedProxies(trustProxy)
  return ({ socket, headers }) => {
    let client = socket.remoteAddress ?? ''
    const forwarded = trustProxy.length === 0 ? [] : String(headers['x-forwarded-for'] ?? '').split(',')
    while (forwarded.length > 0 && trusted(client)) {
      const next = parsed(forwarded.pop()?.trim() ?? '')
      if (!next) break
      client = next.toString()
    }
    return parsed(client)?.toString() ?? client
  }
}

/** The network by which limits count: the address, or for IPv6 its /64, because one person may have all of it. */
export function networkAddress(address: string): string {
  return parsed(address) instanceof ipaddr.IPv6 ? `${storedAddress(address)}/64` : address
}

/** Whether an address is of a private network, as those of an operator's own machines. */
export function isPrivate(address: string): boolean {
  return (parsed(address)?.range() ?? 'unicast') !== 'unicast'
}

/**
 * The part of an address that a session stores: all of an IPv4 address, the /64 of an IPv6 address, in full length; empty if it is not an
 * address.
 */
export function storedAddress(address: string): string {
  const known = parsed(address)
  if (!(known instanceof ipaddr.IPv6)) return known?.toString() ?? ''
  return [...known.parts.slice(0, 4), 0, 0, 0, 0].map((part) => part.toString(16).padStart(4, '0')).join(':')
}
