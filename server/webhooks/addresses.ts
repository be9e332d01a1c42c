import { lookup as systemLookup } from 'node:dns/promises'
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

export type Address = { address: string; family: number }
/** Asks what a name stands for; every address it has. */
export type Lookup = (name: string) => Promise<Address[]>

export const askSystem: Lookup = (name) => systemLookup(name, { all: true, verbatim: true })

/** Nothing is sent to where this says. */
export class ForbiddenAddress extends Error {}

/** What `webhooksPrivate` opens. Link-local stays closed also then: there clouds keep what opens everything else. */
const privateRanges: ReadonlySet<string> = new Set(['loopback', 'private', 'uniqueLocal', 'carrierGradeNat'])

/** All that has been given out of IPv6 to be reached from everywhere; the rest, such as the old way to write IPv4 in it, is for nobody. */
const globalIPv6 = ipaddr.parseCIDR('2000::/3')

/** May anything be sent to this address? Only public ones and, where allowed, those of private networks; every other range is refused. */
function isAllowed(address: string, allowPrivate: boolean): boolean {
  // `process` reads IPv4 in IPv6 as the IPv4 it is; what else carries an IPv4 inside (6to4, NAT64, Teredo) is a range of its own.
  if (!ipaddr.isValid(address)) return false
  const known = ipaddr.process(address)
  const range = known.range()
  if (range === 'unicast') return known.kind() === 'ipv4' || known.match(globalIPv6)
  return allowPrivate && privateRanges.has(range)
}

/** The host of a URL as a name or a bare address; the URL parser has brought decimal, octal and hexadecimal notations to the usual one. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').replace(/\.+$/, '')

/** True for an address that is refused whatever any name stands for; names are asked when something is sent. */
export function isForbidden(url: URL, allowPrivate: boolean): boolean {
  const host = hostOf(url)
  if (isIP(host)) return !isAllowed(host, allowPrivate)
  return host === '' || (!allowPrivate && (host === 'localhost' || host.endsWith('.localhost')))
}

/**
 * The addresses that may be connected to for this URL, asked now; whoever connects uses these and asks nobody again, so that a name which
 * stands for something else a moment later changes nothing. One address among them that is refused refuses all. Throws `ForbiddenAddress`.
 */
export async function openAddresses(url: URL, allowPrivate: boolean, lookup: Lookup): Promise<Address[]> {
  const host = hostOf(url)
  if (isForbidden(url, allowPrivate)) throw new ForbiddenAddress(`${host} is not an address that webhooks may go to.`)
  const family = isIP(host)
  const addresses = family ? [{ address: host, family }] : await lookup(host)
  const refused = addresses.find(({ address }) => !isAllowed(address, allowPrivate))
  if (refused) throw new ForbiddenAddress(`${host} stands for ${refused.address}, which is not an address that webhooks may go to.`)
  if (addresses.length === 0) throw new Error(`${host} has no address.`)
  return addresses
}
