import { describe, expect, it } from '@jest/globals'
import type { Chunk } from './page-weight.ts'
import { weigh } from './page-weight.ts'

const chunk = (fileName: string, kib: number, loads: Partial<Chunk> = {}): Chunk => ({
  fileName,
  modules: [`/app/${fileName.replace('.js', '.tsx')}`],
  gzipBytes: kib * 1024,
  imports: [],
  ...loads,
})

const chunks = [
  chunk('main.js', 100, { imports: ['vendor.js'] }),
  chunk('vendor.js', 50),
  chunk('casino.js', 5, { imports: ['vendor.js'] }),
  chunk('deposit.js', 80, { imports: ['main.js'] }),
  chunk('assets/dice-game-DGSGQ00a.js', 8, { modules: ['/app/dice-game.tsx'], imports: ['vendor.js', 'maths.js'] }),
  chunk('maths.js', 4),
]
const rules = {
  shell: { modules: ['main.tsx', 'casino.tsx'], mostKib: 220 },
  byAddress: { '/dice': { modules: ['dice-game.tsx'], mostKib: 35 }, '/deposit': { modules: ['deposit.tsx'] } },
}

describe('weigh', () => {
  it('counts the shell once and without other pages, and a page that has a limit with what only it needs', () => {
    expect(weigh(chunks, rules)).toEqual([
      { name: 'shell', gzipBytes: 155 * 1024, limitBytes: 220 * 1024 },
      { name: '/dice', gzipBytes: 12 * 1024, limitBytes: 35 * 1024 },
    ])
  })

  it('has the shell alone where no page has a limit', () => {
    expect(weigh(chunks, { shell: { modules: ['main.tsx'], mostKib: 200 }, byAddress: {} })).toEqual([
      { name: 'shell', gzipBytes: 150 * 1024, limitBytes: 200 * 1024 },
    ])
  })

  it('refuses parts that need each other: one of them runs before what it needs', () => {
    const circle = [chunk('list.js', 1, { imports: ['calls.js'] }), chunk('calls.js', 1, { imports: ['list.js'] })]
    expect(() => weigh([...chunks, ...circle], rules)).toThrow('Parts of the build need each other: list.js, calls.js')
  })

  it('refuses a name that is in no part of the build', () => {
    expect(() => weigh(chunks, { ...rules, shell: { modules: ['renamed.tsx'], mostKib: 220 } })).toThrow(
      'No part of the build holds renamed.tsx',
    )
  })
})
