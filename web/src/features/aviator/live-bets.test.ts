import { expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import { noLiveBets, othersBets, withFeed } from './live-bets.ts'

const told = (name: string, stakePaise: number) => ({ name, betAmount: paise(stakePaise) })
const bets = withFeed(noLiveBets, [told('v***a', 10_000), told('a***a', 10_000), told('a***a', 50_000)], 1)
const own = { name: 'a***a', stakePaise: 10_000 }

it.each([
  ['the own bet is left out once', bets.rows, own, ['a***a 50000', 'v***a 10000']],
  [
    'another one of the same name and stake stays',
    withFeed(bets, [told('a***a', 10_000)], 2).rows,
    own,
    ['a***a 50000', 'a***a 10000', 'v***a 10000'],
  ],
  [
    'nothing is left out before it was told',
    bets.rows,
    { ...own, stakePaise: 70_000 },
    ['a***a 50000', 'a***a 10000', 'v***a 10000'],
  ],
])('%s', (_what, rows, mine, shown) => {
  expect(othersBets(rows, mine).map(({ name, stakePaise }) => `${name} ${stakePaise}`)).toEqual(shown)
})
