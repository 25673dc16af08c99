import { describe, expect, it } from '@jest/globals'
import { clientAddress } from './client-address.ts'

describe('what counts as one address', () => {
  it.each([
    { given: undefined, is: 'unknown' },
    { given: '', is: 'unknown' },
    { given: 'not an address', is: 'unknown' },
    { given: '203.0.113.7', is: '203.0.113.7' },
    { given: '::ffff:203.0.113.7', is: '203.0.113.7' },
    { given: '::FFFF:203.0.113.7', is: '203.0.113.7' },
    { given: '2001:db8:1:2:3:4:5:6', is: '2001:db8:1:2' },
    { given: '2001:DB8:1:2::9', is: '2001:db8:1:2' },
    { given: '2001:0db8:0001:0002::', is: '2001:db8:1:2' },
    { given: '2001:db8::1', is: '2001:db8:0:0' },
    { given: 'fe80::1%eth0', is: 'fe80:0:0:0' },
    { given: '::1', is: '0:0:0:0' },
    { given: '::', is: '0:0:0:0' },
  ])('$given is $is', ({ given, is }) => {
    expect(clientAddress(given)).toBe(is)
  })
})
