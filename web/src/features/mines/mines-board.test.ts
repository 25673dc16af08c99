import { describe, expect, it } from '@jest/globals'
import { paise } from '@kismet/contracts'
import fc from 'fast-check'
import type { Board, Game } from './mines-board.ts'
import { factsOf, gemsOpen, hitTile, multiplierBefore, newerBoard, tileLooks } from './mines-board.ts'

const game: Game = {
  id: 'a',
  bet: paise(10_000),
  minesCount: 3,
  isActive: true,
  revealedTiles: [],
  multiplier: 1,
  potentialPayout: paise(0),
  serverSeedHash: 'a'.repeat(64),
  nonce: 7,
  clientSeed: 'own',
}
const boardOf = (changes: Partial<Game>): Board => ({
  game: { ...game, ...changes },
  nextMultipliers: [1.08],
  mineRiskPercent: 12,
  gemsLeft: 22,
})
const none = new Set<number>()

describe('boards', () => {
  it('of answers in any order end at that which is furthest on', () => {
    const answers = [
      boardOf({ revealedTiles: [1] }),
      boardOf({ revealedTiles: [1, 2] }),
      boardOf({ revealedTiles: [1, 2, 3] }),
      boardOf({ revealedTiles: [1, 2, 3], isActive: false, minePositions: [4, 5, 6] }),
    ]
    fc.assert(
      fc.property(fc.shuffledSubarray(answers, { minLength: 4 }), (shuffled) => {
        expect(shuffled.reduce<Board | null>(newerBoard, null)).toEqual(answers[3])
      }),
    )
  })

  it('keep the seal that a game was first shown with', () => {
    const later = boardOf({ revealedTiles: [1], serverSeedHash: 'b'.repeat(64), clientSeed: 'another' })
    expect(newerBoard(boardOf({}), later).game).toEqual({ ...game, revealedTiles: [1] })
  })

  it('of another game count when that is a later one', () => {
    const next = boardOf({ id: 'b', nonce: 8 })
    expect(newerBoard(boardOf({ isActive: false }), next)).toBe(next)
    expect(newerBoard(next, boardOf({ revealedTiles: [1] }))).toBe(next)
  })
})

describe('tiles', () => {
  it('are closed, on their way or gems while a game is on, and tell nothing else', () => {
    const looks = tileLooks({ ...game, revealedTiles: [4] }, new Set([5]), true)
    expect(looks[4]).toBe('gem')
    expect(looks[5]).toBe('pending')
    expect(looks.filter((look) => look === 'closed')).toHaveLength(23)
    expect(tileLooks(null, none, true).every((look) => look === 'closed')).toBe(true)
  })

  it('show the mine that was hit first, and then all', () => {
    const lost = { ...game, isActive: false, revealedTiles: [4, 9], minePositions: [1, 9, 20] }
    expect(hitTile(lost)).toBe(9)
    expect(tileLooks(lost, none, false).filter((look) => look !== 'closed')).toEqual(['gem', 'hit'])
    const all = tileLooks(lost, none, true)
    expect([all[1], all[4], all[9], all[20], all[0]]).toEqual(['mine', 'gem', 'hit', 'mine', 'faded'])
    expect([gemsOpen(lost), multiplierBefore(lost)]).toEqual([1, 1.08])
  })

  it('show all mines after a cash-out, too, and none as hit', () => {
    const won = { ...game, isActive: false, revealedTiles: [4, 5], minePositions: [1, 9, 20] }
    const looks = tileLooks(won, none, true)
    expect(looks.filter((look) => look === 'mine')).toHaveLength(3)
    expect(looks.includes('hit')).toBe(false)
    expect(gemsOpen(won)).toBe(2)
  })
})

describe('what stands beside the board', () => {
  it('is of the chosen number of mines before a game', () => {
    const { gemsLeft, riskPercent, opened, ladder } = factsOf(null, 3)
    expect([gemsLeft, riskPercent, opened]).toEqual([22, 12, 0])
    expect(ladder.slice(0, 3)).toEqual([
      { multiplier: 1.08, gems: 1 },
      { multiplier: 1.23, gems: 2 },
      { multiplier: 1.42, gems: 3 },
    ])
    expect(ladder).toHaveLength(8)
    expect(factsOf(null, 24).ladder).toHaveLength(1)
  })

  it('is the word of the server in a game, and has no risk after it', () => {
    expect(factsOf(boardOf({ revealedTiles: [1] }), 20)).toMatchObject({
      gemsLeft: 22,
      riskPercent: 12,
      opened: 1,
      ladder: [{ multiplier: 1.08, gems: 2 }],
    })
    expect(factsOf(boardOf({ isActive: false }), 3).riskPercent).toBeNull()
  })
})
