import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import type { RefusalText } from '#domain/errors.ts'
import { refusalText } from '#server/platform/problem-texts.ts'

export type Address = { address: string; family: number }
/** Resolves a host name to all its addresses. */
export type Lookup = (name: string) => Promise<Address[]>

export const askSystem: Lookup = (name) => systemLookup(name, { all: true, verbatim: true })

/** A webhook cannot or must not be sent to this address. */
export class AddressError extends Error {
  readonly text: RefusalText
  constructor(why: RefusalText) {
    super(why.message)
    this.text = why
  }
}

/** Ranges that the setting `webhooksPrivate` allows. Link-local stays forbidden: cloud metadata services, which give out credentials, are there. */
const privateRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'])

/** All globally routed IPv6. The rest, such as the old notation of IPv4 in IPv6, is forbidden. */
const globalIPv6 = ipaddr.parseCIDR('2000::/3')

/** True for public addresses and, if `allowPrivate`, those of private networks; every other range is forbidden. */
function isAllowed(address: string, allowPrivate: boolean): boolean {
  // `process` turns IPv4-mapped IPv6 into IPv4; other IPv6 with an IPv4 inside (6to4, NAT64, Teredo) is a separate range.
  if (!ipaddr.isValid(address)) return false
  const known = ipaddr.process(address)
  const range = known.range()
  if (range === 'unicast') return known.kind() === 'ipv4' || known.match(globalIPv6)
  return allowPrivate && privateRanges.has(range)
}

/** The host of a URL as a name or a bare address; the URL parser has normalized decimal, octal and hexadecimal notations. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')

/** True if the URL is forbidden without a look-up; names are resolved when something is sent. */
export function isForbidden(url: URL, allowPrivate: boolean): boolean {
  const host = hostOf(url)
  if (isIP(host)) return !isAllowed(host, allowPrivate)
  return host === '' || (!allowPrivate && (host === 'localhost' || host.endsWith('.localhost')))
}

/**
 * Resolves the URL to the addresses that may be connected to. The caller connects to these without another look-up, so that a name which changes
 * its address in between has no effect. One forbidden address forbids all. Throws `AddressError`.
 */
export async function openAddresses(url: URL, allowPrivate: boolean, lookup: Lookup): Promise<Address[]> {
  const host = hostOf(url)
  if (isForbidden(url, allowPrivate)) throw new AddressError(refusalText('webhook-forbidden', { host }))
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await lookup(host)
  const refused = addresses.find(({ address }) => !isAllowed(address, allowPrivate))
  if (refused) throw new AddressError(refusalText('webhook-leads-to', { host, address: refused.address }))
  if (addresses.length === 0) throw new AddressError(refusalText('webhook-no-address', { host }))
  return addresses
}
