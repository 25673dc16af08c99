import { paise } from '@kismet/contracts'
import type { EntryKind, Game, LedgerEntry } from '@kismet/contracts'
import { isoTime } from '@kismet/service-kit/clock'
import { systemRandomness } from '@kismet/service-kit/randomness'

const newId = () => systemRandomness.id(1_760_000_000_000)

interface Change {
  readonly kind: EntryKind
  readonly amountPaise: number
  readonly heldPaise?: number
  readonly reference?: string
  readonly game?: Game
  readonly stakePaise?: number
  readonly payoutPaise?: number
  readonly account?: 'outside' | 'house' | 'bonus'
}

/** Entries as the wallet books them, of players who do what a test says: sequences without gaps, and the balance after each. */
export class LedgerScript {
  readonly entries: LedgerEntry[] = []
  /** When the next entry is booked. */
  atMs: number
  readonly #standings = new Map<string, { sequence: number; balancePaise: number; openPaise: number }>()

  constructor(atMs = 1_760_000_000_000) {
    this.atMs = atMs
  }

  balanceOf(playerId: string): { readonly balancePaise: number; readonly openPaise: number } {
    return this.#standings.get(playerId) ?? { balancePaise: 0, openPaise: 0 }
  }

  /** @returns what puts the ledger back to how it stands now, as a backup does: later entries come later than those that are gone */
  keep(): () => void {
    const count = this.entries.length
    const standings = new Map(this.#standings)
    return () => {
      this.entries.length = count
      this.#standings.clear()
      for (const [playerId, standing] of standings) this.#standings.set(playerId, standing)
      this.atMs += 60_000
    }
  }

  play(playerId: string, game: Game, stakePaise: number, payoutPaise: number): void {
    this.#book(playerId, { kind: 'play', game, stakePaise, payoutPaise, amountPaise: payoutPaise - stakePaise })
  }

  reserve(playerId: string, game: Game, stakePaise: number): string {
    const reference = newId()
    this.#book(playerId, { kind: 'reserve', game, stakePaise, amountPaise: -stakePaise, reference }, stakePaise)
    return reference
  }

  settle(playerId: string, reference: string, game: Game, stakePaise: number, payoutPaise: number): void {
    const change = { kind: 'settle', game, stakePaise, payoutPaise, amountPaise: payoutPaise, reference } as const
    this.#book(playerId, change, -stakePaise)
  }

  giveBack(playerId: string, reference: string, game: Game, stakePaise: number): void {
    this.#book(playerId, { kind: 'void', game, stakePaise, amountPaise: stakePaise, reference }, -stakePaise)
  }

  move(playerId: string, kind: 'deposit' | 'release' | 'bonus', amountPaise: number): void {
    this.#book(playerId, { kind, amountPaise })
  }

  correct(playerId: string, account: 'outside' | 'house' | 'bonus', amountPaise: number): void {
    this.#book(playerId, { kind: 'correction', amountPaise, account })
  }

  hold(playerId: string, heldPaise: number): string {
    const reference = newId()
    this.#book(playerId, { kind: 'hold', amountPaise: -heldPaise, heldPaise, reference })
    return reference
  }

  payOut(playerId: string, reference: string, heldPaise: number): void {
    this.#book(playerId, { kind: 'pay-out', amountPaise: 0, heldPaise: -heldPaise, reference })
  }

  release(playerId: string, reference: string, heldPaise: number): void {
    this.#book(playerId, { kind: 'release', amountPaise: heldPaise, heldPaise: -heldPaise, reference })
  }

  #book(playerId: string, change: Change, openedPaise = 0): void {
    const before = this.#standings.get(playerId) ?? { sequence: 0, balancePaise: 0, openPaise: 0 }
    const standing = {
      sequence: before.sequence + 1,
      balancePaise: before.balancePaise + change.amountPaise,
      openPaise: before.openPaise + openedPaise,
    }
    this.#standings.set(playerId, standing)
    this.entries.push({
      entryId: `${playerId}:${standing.sequence}`,
      playerId,
      sequence: standing.sequence,
      kind: change.kind,
      game: change.game ?? null,
      reference: change.reference ?? newId(),
      amountPaise: paise(change.amountPaise),
      heldPaise: paise(change.heldPaise ?? 0),
      stakePaise: paise(change.stakePaise ?? 0),
      payoutPaise: paise(change.payoutPaise ?? 0),
      balanceAfterPaise: paise(standing.balancePaise),
      account: change.account ?? null,
      at: isoTime(this.atMs),
    })
  }
}

const games = ['Aviator', 'Mines', 'Dice', 'Slots'] as const

/** A player's life in `steps` steps, always the same for the same seed: every kind of entry comes up. */
export function liveOn(script: LedgerScript, playerId: string, steps: number, seed: number): void {
  let state = seed * 2_654_435_761 + 1
  const below = (limit: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return Math.floor((state / 2 ** 32) * limit)
  }
  script.move(playerId, 'deposit', 1_000_000_00)
  for (let step = 0; step < steps; step += 1) {
    script.atMs += below(6 * 60_000)
    const game = games[below(4)] ?? 'Dice'
    const stakePaise = 100 * (1 + below(500))
    const payoutPaise = below(2) === 0 ? 0 : stakePaise * below(4)
    const what = below(8)
    if (what === 0) {
      const bet = script.reserve(playerId, game, stakePaise)
      script.settle(playerId, bet, game, stakePaise, payoutPaise)
    } else if (what === 1) {
      const bet = script.reserve(playerId, game, stakePaise)
      script.giveBack(playerId, bet, game, stakePaise)
    } else if (what === 2) {
      const withdrawal = script.hold(playerId, 20_000)
      if (below(2) === 0) script.move(playerId, 'release', 0)
      else script.payOut(playerId, withdrawal, 20_000)
    } else if (what === 3) {
      script.release(playerId, script.hold(playerId, 30_000), 30_000)
    } else script.play(playerId, game, stakePaise, payoutPaise)
  }
}
