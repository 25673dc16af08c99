import { afterEach, describe, expect, it } from '@jest/globals'
import { anySignal } from './any-signal.ts'

const any = Object.getOwnPropertyDescriptor(AbortSignal, 'any') ?? {}
afterEach(() => {
  Object.defineProperty(AbortSignal, 'any', any)
})

describe.each(['a browser with AbortSignal.any', 'a browser without'])(
  'the first of several signals, in %s',
  (browser) => {
    const made = (): [AbortController, AbortController, AbortSignal] => {
      if (browser.endsWith('without')) Reflect.deleteProperty(AbortSignal, 'any')
      const [one, other] = [new AbortController(), new AbortController()]
      return [one, other, anySignal([one.signal, other.signal])]
    }

    it.each([0, 1])('ends with number %i, for its reason', (which) => {
      const [one, other, first] = made()
      expect(first.aborted).toBe(false)
      const ending = which === 0 ? one : other
      ending.abort('why')
      expect([first.aborted, first.reason]).toEqual([true, 'why'])
    })

    it('has ended when one has before', () => {
      if (browser.endsWith('without')) Reflect.deleteProperty(AbortSignal, 'any')
      expect(anySignal([new AbortController().signal, AbortSignal.abort('before')]).reason).toBe('before')
    })
  },
)
