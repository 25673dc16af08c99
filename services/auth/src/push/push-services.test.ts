import { expect, it } from '@jest/globals'
import { isPushEndpoint } from './push-services.ts'

const more = ['http://127.0.0.1:4321']

it.each([
  'https://fcm.googleapis.com/fcm/send/abc:def',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAA',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/QaBc',
  'https://fcm.googleapis.com:443/fcm/send/abc',
  'http://127.0.0.1:4321/push/1',
])('%s is an endpoint of a push service', (endpoint) => {
  expect(isPushEndpoint(endpoint, more)).toBe(true)
})

it.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://fcm.googleapis.com.example.in/fcm/send/abc',
  'https://fcm.googleapis.com@127.0.0.1/fcm/send/abc',
  'https://asha:secret@fcm.googleapis.com/fcm/send/abc',
  'https://notify.windows.com/w/?token=abc',
  'https://evilnotify.windows.com/w/',
  'https://127.0.0.1/push',
  'https://[::1]/push',
  'https://169.254.169.254/latest/meta-data',
  'http://127.0.0.1:4322/push/1',
  'https://127.0.0.1:4321/push/1',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'no URL',
  '',
])('auth sends nothing to %s', (endpoint) => {
  expect(isPushEndpoint(endpoint, more)).toBe(false)
})
