import { expect, it } from '@jest/globals'
import { deviceName } from './device-name.ts'

const gecko = '(KHTML, like Gecko)'

it.each([
  {
    name: 'Chrome on Windows',
    says: `Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 ${gecko} Chrome/140.0 Safari/537.36`,
  },
  { name: 'Edge on Windows', says: `Mozilla/5.0 (Windows NT 10.0) ${gecko} Chrome/140.0 Safari/537.36 Edg/140.0` },
  { name: 'Chrome on Android', says: `Mozilla/5.0 (Linux; Android 15; K) ${gecko} Chrome/140.0 Mobile Safari/537.36` },
  {
    name: 'Safari on iPhone',
    says: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${gecko} Version/18.0 Safari/604.1`,
  },
  {
    name: 'Chrome on iPhone',
    says: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${gecko} CriOS/140.0 Safari/604.1`,
  },
  { name: 'Firefox on Linux', says: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' },
  {
    name: 'Safari on macOS',
    says: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${gecko} Version/18.0 Safari/605.1.15`,
  },
  { name: 'Windows', says: 'something of Windows' },
  { name: null, says: 'curl/8.5.0' },
  { name: null, says: '<script>alert(1)</script>' },
  { name: null, says: undefined },
])('$says is $name', ({ says, name }) => {
  expect(deviceName(says)).toBe(name)
})
