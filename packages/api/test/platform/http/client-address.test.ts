import { BlockList, isIPv6 } from 'node:net'
import fc from 'fast-check'
import { propertyRuns } from '@priormark/core/testing/depth'
import { expect, test } from 'vitest'
import {
  findClient,
  networkOf,
  networksOf,
  parseTrustedProxies,
  shortNetwork,
  wideNetworkOf,
  type TrustedProxies,
} from '../../../src/platform/http/client-address.ts'

function trusting(text: string): TrustedProxies {
  const proxies = parseTrustedProxies(text)
  if (proxies === null) throw new Error(`not read: ${text}`)
  return proxies
}

test.each([
  ['0', '203.0.113.9', '198.51.100.7', '203.0.113.9', false],
  ['1', '127.0.0.1', '', '127.0.0.1', true],
  ['1', '127.0.0.1', '198.51.100.7', '198.51.100.7', true],
  ['1', '127.0.0.1', '1.1.1.1, 198.51.100.7', '198.51.100.7', true],
  ['2', '127.0.0.1', '1.1.1.1, 198.51.100.7, 10.0.0.2', '198.51.100.7', true],
  ['2', '127.0.0.1', '198.51.100.7', '198.51.100.7', true],
  ['127.0.0.1', '203.0.113.9', '198.51.100.7', '203.0.113.9', false],
  ['127.0.0.1', '::ffff:127.0.0.1', '198.51.100.7', '198.51.100.7', true],
  ['10.0.0.0/8,::1', '::1', '1.1.1.1, 198.51.100.7, 10.9.8.7', '198.51.100.7', true],
  ['10.0.0.0/8', '10.0.0.1', '10.1.1.1, 10.2.2.2', '10.1.1.1', true],
  ['fd00::/8', 'fd12::1', '2001:DB8::0001', '2001:db8::1', true],
  ['1', '127.0.0.1', 'not an address, 198.51.100.7', '198.51.100.7', true],
  ['1', '127.0.0.1', 'rubbish', '127.0.0.1', true],
])(
  'with TRUST_PROXY=%s a request from %s for "%s" is from %s',
  (text, peer, forwardedFor, address, isTrusted) => {
    expect(findClient(trusting(text), peer, forwardedFor)).toEqual({ address, isTrusted })
  },
)

test.each([
  'yes',
  '10',
  '-1',
  '1.5',
  '10.0.0.0/33',
  '10.0.0.0/',
  '10.0.0.0/8/8',
  '::1/129',
  '127.0.0.1,',
  'host.example',
])('rejects TRUST_PROXY=%s', (text) => expect(parseTrustedProxies(text)).toBeNull())

test('forged entries before those that the proxy adds do not change the client', () => {
  const address = fc.oneof(fc.ipV4(), fc.ipV6())
  fc.assert(
    fc.property(fc.array(fc.oneof(address, fc.string())), fc.ipV4(), (forged, client) => {
      const header = [...forged.map((entry) => entry.replaceAll(',', ' ')), client].join(', ')
      expect(findClient({ hops: 1 }, '127.0.0.1', header).address).toBe(client)
    }),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
})

test('counts IPv6 by its first 64 bits in any notation, and IPv4 by the whole address', () => {
  const group = fc.integer({ min: 0, max: 0xffff })
  fc.assert(
    fc.property(
      fc.array(group, { minLength: 8, maxLength: 8 }),
      fc.array(group, { minLength: 4, maxLength: 4 }),
      (groups, host) => {
        const write = (parts: number[], width: number) =>
          parts.map((part) => part.toString(16).padStart(width, '0')).join(':')
        const neighbor = [...groups.slice(0, 4), ...host]
        expect(networkOf(write(neighbor, 4).toUpperCase())).toBe(networkOf(write(groups, 1)))
        const elsewhere = [(groups[0] ?? 0) ^ 1, ...groups.slice(1)]
        expect(networkOf(write(elsewhere, 1))).not.toBe(networkOf(write(groups, 1)))
      },
    ),
    propertyRuns({ normal: 100, deep: 20_000 }),
  )
  expect(networkOf('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
  expect(networkOf('::1')).toBe('::/64')
  expect(networkOf('203.0.113.9')).toBe('203.0.113.9')
})

test('shows people a network instead of a machine', () => {
  expect(shortNetwork('203.0.113.9')).toBe('203.0.113.*')
  expect(shortNetwork('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64')
})

test.each([
  ['203.0.113.9', '203.0.113.0/24'],
  ['203.0.113.255', '203.0.113.0/24'],
  ['::ffff:203.0.113.9', '203.0.113.0/24'],
  ['::FFFF:cb00:7109', '203.0.113.0/24'],
  ['2001:db8:1:2ff:3::4', '2001:db8:1:200::/56'],
  ['2001:0DB8:1:200::', '2001:db8:1:200::/56'],
  ['2001:db8:1:300::', '2001:db8:1:300::/56'],
  ['2001:db8::1', '2001:db8::/56'],
  ['fe80::1%eth0', 'fe80::/56'],
])('the wide network of %s is %s', (address, network) => expect(wideNetworkOf(address)).toBe(network))

test.each([
  ['203.0.113.9', ['203.0.113.0/24', '203.0.0.0/16']],
  ['203.0.113.0/24', ['203.0.113.0/24', '203.0.0.0/16']],
  ['::ffff:203.0.113.9', ['203.0.113.0/24', '203.0.0.0/16']],
  ['2001:db8:1:2ff:3::4', ['2001:db8:1:200::/56', '2001:db8:1::/48', '2001:db8::/32']],
  ['2001:db8:1:200::/56', ['2001:db8:1:200::/56', '2001:db8:1::/48', '2001:db8::/32']],
  ['', []],
])('the networks of %s are %j', (address, names) =>
  expect(networksOf(address).map(({ name }) => name)).toEqual(names),
)

test('the networks of an address contain it and each other, and are those of its narrowest one', () => {
  fc.assert(
    fc.property(fc.oneof(fc.ipV4(), fc.ipV6()), (address) => {
      const networks = networksOf(address)
      // A mapped IPv4 address is one of IPv4.
      const plain = findClient('none', address, '').address
      const family = isIPv6(plain) ? 'ipv6' : 'ipv4'
      for (const [index, { name, share }] of networks.entries()) {
        const [base = '', bits] = name.split('/')
        const range = new BlockList()
        range.addSubnet(base, Number(bits), family)
        expect(range.check(plain, family)).toBe(true)
        expect(networksOf(name)[index]).toEqual({ name, share })
      }
      expect(networksOf(networks[0]?.name ?? '')).toEqual(networks)
    }),
    propertyRuns({ normal: 200, deep: 20_000 }),
  )
})
