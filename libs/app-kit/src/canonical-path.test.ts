import { expect, it } from '@jest/globals'
import { canonicalPath } from './canonical-path.ts'

const paths = ['/', '/deposit', '/casino/slots', '/round/:roundId', '/admin/', '*']

it.each([
  ['/deposit/', '/deposit'],
  ['/deposit', '/deposit'],
  ['//deposit//', '/deposit'],
  ['/Casino/Slots/', '/casino/slots'],
  ['/round/0194-AB%20/', '/round/0194-AB%20'],
  ['/admin', '/admin/'],
  ['/admin//', '/admin/'],
  ['/', '/'],
  ['//', '/'],
  ['/nowhere/', '/nowhere/'],
])('%s is the page %s', (pathname, plain) => {
  expect(canonicalPath(pathname, paths)).toBe(plain)
})
