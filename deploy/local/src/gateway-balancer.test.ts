import { describe, expect, it } from '@jest/globals'
import { GatewayChoice, socketSessionOf } from './gateway-balancer.ts'

const polling = (session: string): string => `/socket.io/?EIO=4&transport=polling&sid=${session}`

describe('GatewayChoice', () => {
  it('deals requests out in turn', () => {
    const choice = new GatewayChoice(['a', 'b'])
    expect([1, 2, 3, 4].map(() => choice.targetFor('/api/config', 0))).toEqual(['a', 'b', 'a', 'b'])
  })

  it('keeps a polling session with the gateway that began it', () => {
    const choice = new GatewayChoice(['a', 'b'])
    choice.remember('s1', 'b')
    expect([1, 2, 3].map(() => choice.targetFor(polling('s1'), 0))).toEqual(['b', 'b', 'b'])
  })

  it('leaves out for a second a gateway that did not answer', () => {
    const choice = new GatewayChoice(['a', 'b'])
    choice.avoid('a', 0)
    expect([1, 2, 3].map(() => choice.targetFor('/', 500))).toEqual(['b', 'b', 'b'])
    expect(new Set([1, 2].map(() => choice.targetFor('/', 1_500)))).toEqual(new Set(['a', 'b']))
  })

  it('asks one all the same when none answered', () => {
    const choice = new GatewayChoice(['a'])
    choice.avoid('a', 0)
    expect(choice.targetFor('/', 1)).toBe('a')
  })
})

describe('socketSessionOf', () => {
  it.each<[string, string | undefined]>([
    [polling('abc-_1'), 'abc-_1'],
    ['/socket.io/?EIO=4&transport=websocket', undefined],
    ['/api/config', undefined],
  ])('%s', (url, session) => {
    expect(socketSessionOf(url)).toBe(session)
  })
})
