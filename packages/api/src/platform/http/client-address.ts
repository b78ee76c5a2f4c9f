import { BlockList, isIP, isIPv6 } from 'node:net'
import type { Middleware } from 'koa'

/** Whose `X-Forwarded-*` headers are trusted: none, those of this many proxies in a row, or those of certain hosts. */
export type TrustedProxies = 'none' | { hops: number } | { addresses: BlockList }

const maxHops = 9

/** Parses `0`, a number of hops, or comma-separated addresses and networks. Returns null for anything else. */
export function parseTrustedProxies(text: string): TrustedProxies | null {
  if (text === '0') return 'none'
  if (/^\d+$/.test(text)) return Number(text) <= maxHops ? { hops: Number(text) } : null
  const addresses = new BlockList()
  for (const entry of text.split(',')) {
    const [address = '', bits, ...rest] = entry.trim().split('/')
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
    const maxBits = family === 'ipv6' ? 128 : 32
    const prefix = bits === undefined ? maxBits : Number(/^\d{1,3}$/.test(bits) ? bits : NaN)
    if (isIP(address) === 0 || rest.length > 0 || !(prefix >= 0 && prefix <= maxBits)) return null
    addresses.addSubnet(address, prefix, family)
  }
  return { addresses }
}

/**
 * Finds the client of a request, as far as the proxies in front can be trusted.
 * @param peer the address of the connection
 * @param forwardedFor the value of `X-Forwarded-For`: the client first, then all proxies but the last, which is the peer
 * @returns `isTrusted` is false if the headers come from a host that is not a trusted proxy
 */
export function findClient(
  proxies: TrustedProxies,
  peer: string,
  forwardedFor: string,
): { address: string; isTrusted: boolean } {
  const peerAddress = plainAddress(peer)
  if (proxies === 'none') return { address: peerAddress, isTrusted: false }
  const isTrustedProxy = (address: string, hop: number) =>
    'hops' in proxies
      ? hop < proxies.hops
      : proxies.addresses.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  if (isIP(peerAddress) === 0 || !isTrustedProxy(peerAddress, 0))
    return { address: peerAddress, isTrusted: false }
  let address = peerAddress
  const forwardedAddresses = forwardedFor === '' ? [] : forwardedFor.split(',').map((entry) => entry.trim())
  for (const [index, entry] of forwardedAddresses.reverse().entries()) {
    // A proxy would not have written an invalid address, so nothing before it is trusted.
    if (isIP(entry) === 0) break
    address = plainAddress(entry)
    if (!isTrustedProxy(address, index + 1)) break
  }
  return { address, isTrusted: true }
}

const forwardedHeaders = ['x-forwarded-for', 'x-forwarded-proto', 'x-forwarded-host']

/** Sets the client's address on the request, and deletes forwarding headers from hosts that are not trusted. */
export function clientAddress(proxies: TrustedProxies): Middleware {
  return (ctx, next) => {
    const client = findClient(proxies, ctx.req.socket.remoteAddress ?? '', ctx.get('x-forwarded-for'))
    if (!client.isTrusted) for (const name of forwardedHeaders) delete ctx.req.headers[name]
    ctx.request.ip = client.address
    return next()
  }
}

/** Returns the key by which an address is counted: IPv6 by its /64, which usually belongs to one household or server. */
export function networkOf(address: string): string {
  const groups = ipv6Groups(address)
  return groups === null ? address : `${canonicalAddress([...groups.slice(0, 4), '0', '0', '0', '0'])}/64`
}

/** A network that has a share of what is limited. */
export interface Network {
  /** Such as `203.0.113.0/24`. */
  name: string
  /** The multiple of one client's limit that the whole network may use. */
  share: number
}

/** The prefix lengths of networks and their shares, the narrowest first: even a client alone may have thousands of addresses. */
const ipv4Shares = [
  [24, 1],
  [16, 4],
] as const
const ipv6Shares = [
  [56, 1],
  [48, 2],
  [32, 4],
] as const

/**
 * Returns the networks around an address, or around another network, from the one that counts as one client to the widest. One host
 * often has a /48 of IPv6, and an attacker with several hosts often has them at one provider (a /32, or a /16 of IPv4).
 */
export function networksOf(address: string): Network[] {
  const [addressPart = ''] = address.split('/')
  const ipAddress = plainAddress(addressPart)
  if (isIP(ipAddress) === 4) {
    return ipv4Shares.map(([bits, share]) => ({ name: ipv4Network(ipAddress, bits), share }))
  }
  const groups = ipv6Groups(ipAddress)
  if (groups === null) return []
  return ipv6Shares.map(([bits, share]) => ({ name: ipv6Network(groups, bits), share }))
}

function ipv4Network(address: string, bits: 24 | 16): string {
  const bytes = address.split('.').slice(0, bits / 8)
  return `${[...bytes, '0', '0'].slice(0, 4).join('.')}/${bits}`
}

function ipv6Network(groups: readonly string[], bits: number): string {
  const maskedGroups = groups.map((group, index) => {
    const bitsHere = Math.min(Math.max(bits - index * 16, 0), 16)
    return (Number.parseInt(group, 16) & (0xffff << (16 - bitsHere))).toString(16)
  })
  return `${canonicalAddress(maskedGroups)}/${bits}`
}

/**
 * Returns the network that counts as one client where an attacker could use many addresses: the /24 of an IPv4 address
 * (including one mapped into IPv6), or the /56 of an IPv6 address, which one internet connection usually has.
 */
export function wideNetworkOf(address: string): string {
  return networksOf(address)[0]?.name ?? address
}

/** Shortens an address for display so that it does not identify one machine: `203.0.113.*`, `2001:db8:1:2::/64`. */
export function shortNetwork(address: string): string {
  return isIP(address) === 4 ? `${address.slice(0, address.lastIndexOf('.'))}.*` : networkOf(address)
}

/** Returns an address without its zone, and a mapped IPv4 address as IPv4. */
function plainAddress(address: string): string {
  const groups = ipv6Groups(address)
  if (groups === null) return address
  const [high = '', low = ''] = groups.slice(6)
  if (groups.slice(0, 5).some((group) => group !== '0') || groups[5] !== 'ffff')
    return canonicalAddress(groups)
  const bytes = [high, low].flatMap((group) => [
    Number.parseInt(group, 16) >> 8,
    Number.parseInt(group, 16) & 255,
  ])
  return bytes.join('.')
}

/** Returns the eight groups of an IPv6 address in hex without leading zeros, or null if it is not one. */
function ipv6Groups(address: string): string[] | null {
  const [addressPart = ''] = address.split('%')
  if (!isIPv6(addressPart)) return null
  const [head = '', tail] = canonicalAddress([addressPart]).split('::')
  const groupsOf = (text: string) => (text === '' ? [] : text.split(':'))
  const left = groupsOf(head)
  const right = groupsOf(tail ?? '')
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => '0'), ...right]
}

/** Formats an address as in URLs: compressed, lower case, no embedded IPv4. */
function canonicalAddress(groups: readonly string[]): string {
  return new URL(`http://[${groups.join(':')}]`).hostname.slice(1, -1)
}
