import { expect, it } from '@jest/globals'
import { networkOf, siteOf } from './network.ts'

it.each([
  { what: 'IPv4', address: '203.0.113.7', network: '203.0.113.7' },
  { what: 'IPv4 in IPv6', address: '::ffff:203.0.113.7', network: '203.0.113.7' },
  { what: 'IPv6', address: '2001:db8:1:2::9', network: '2001:db8:1:2::/64' },
  {
    what: 'IPv6 of another host of that network',
    address: '2001:DB8:1:2:ffff:ffff:ffff:ffff',
    network: '2001:db8:1:2::/64',
  },
  { what: 'IPv6 written in full', address: '2001:0db8:0001:0002:0:0:0:9', network: '2001:db8:1:2::/64' },
  { what: 'IPv6 with zeros in front', address: '::1', network: '0:0:0:0::/64' },
  { what: 'IPv6 of one link', address: 'fe80::1%eth0', network: 'fe80:0:0:0::/64' },
  { what: 'no address', address: 'evil, 203.0.113.7', network: 'unknown' },
  { what: 'nothing', address: undefined, network: 'unknown' },
])('$what: $network', ({ address, network }) => {
  expect(networkOf(address)).toBe(network)
})

it.each([
  { what: 'IPv4', address: '203.0.113.7', site: '203.0.113.7' },
  { what: 'IPv6', address: '2001:db8:1:2::9', site: '2001:db8:1::/48' },
  { what: 'IPv6 of another /64 of that site', address: '2001:db8:1:ffff::9', site: '2001:db8:1::/48' },
])('$what: the site is $site', ({ address, site }) => {
  expect(siteOf(address)).toBe(site)
})
