import type { MoneyCommand } from '../src/domain/command.ts'

/** The expected answer to a command, or the code of the refusal. */
export type Expected = { balancePaise: number; balanceSeq: number; bonusReleased: boolean; replayed: boolean } | string

interface Thing {
  readonly owner: string
  readonly family: 'bet' | 'deposit' | 'withdrawal' | 'correction'
  /** The command of each step, with its answer. */
  readonly done: Map<'open' | 'close', { command: string; kind: string; answer: Exclude<Expected, string> }>
  amountPaise: number
}

interface Player {
  /** The number of the player's entries. */
  sequence: number
  balancePaise: number
  openPaise: number
  heldPaise: number
  /** Payouts minus stakes of the bets that have ended. */
  netPaise: number
  firstDepositPaise: number
  countedPaise: number
  released: boolean
}

const familyOf = (kind: MoneyCommand['kind']): Thing['family'] =>
  kind === 'deposit' || kind === 'correction'
    ? kind
    : kind === 'hold' || kind === 'release' || kind === 'pay-out'
      ? 'withdrawal'
      : 'bet'

/**
 * A reference model of the wallet: one command at a time, without batches, entries and limits. The
 * ledger must give the same answers. Amounts are paise.
 */
export class Model {
  readonly players = new Map<string, Player>()
  readonly things = new Map<string, Thing>()
  house = 0
  outside = 0
  bonusCost = 0

  player(id: string): Player {
    const found = this.players.get(id)
    if (found !== undefined) return found
    const created = {
      sequence: 0,
      balancePaise: 0,
      openPaise: 0,
      heldPaise: 0,
      netPaise: 0,
      firstDepositPaise: 0,
      countedPaise: 0,
      released: false,
    }
    this.players.set(id, created)
    return created
  }

  run(command: MoneyCommand): Expected {
    const step = ['settle', 'void', 'release', 'pay-out'].includes(command.kind) ? 'close' : 'open'
    // A replica that is behind computes another payout for the same play.
    const payoutPaise = command.kind === 'settle' ? command.payoutPaise : undefined
    const text = JSON.stringify({ ...command, reason: undefined, payoutPaise })
    const thing = this.things.get(command.reference)
    const before = thing?.done.get(step)
    if (before?.command === text) return { ...before.answer, replayed: true }
    const needsThing = ['settle', 'release', 'pay-out'].includes(command.kind)
    if (thing !== undefined && (thing.owner !== command.playerId || thing.family !== familyOf(command.kind)))
      return needsThing ? 'not_found' : 'idempotency_conflict'
    if (step === 'open' && before !== undefined) return 'idempotency_conflict'
    const player = this.player(command.playerId)
    const refusal = this.#apply(command, player, thing)
    if (refusal !== undefined) return refusal
    const bonusReleased = this.#bonus(command, player, thing)
    player.sequence += bonusReleased ? 2 : 1
    const { balancePaise, sequence: balanceSeq } = player
    const answer = { balancePaise, balanceSeq, bonusReleased, replayed: false }
    const kept = thing ?? { owner: command.playerId, family: familyOf(command.kind), done: new Map(), amountPaise: 0 }
    if (command.kind === 'reserve') kept.amountPaise = command.stakePaise
    if (command.kind === 'hold') kept.amountPaise = command.amountPaise
    kept.done.set(step, { command: text, kind: command.kind, answer })
    this.things.set(command.reference, kept)
    return answer
  }

  #apply(command: MoneyCommand, player: Player, thing: Thing | undefined): string | undefined {
    const opened = thing?.done.get('open')
    const closed = thing?.done.get('close')
    switch (command.kind) {
      case 'play':
      case 'reserve':
        if (closed !== undefined) return command.kind === 'reserve' ? 'bet_voided' : 'idempotency_conflict'
        if (player.balancePaise < command.stakePaise) return 'insufficient_balance'
        player.balancePaise -= command.stakePaise
        if (command.kind === 'reserve') player.openPaise += command.stakePaise
        else this.#settle(player, command.stakePaise, command.payoutPaise)
        return undefined
      case 'settle':
        if (closed !== undefined) return closed.kind === 'void' ? 'bet_voided' : 'idempotency_conflict'
        if (opened?.kind !== 'reserve' || thing === undefined) return 'not_found'
        if (command.stakePaise !== thing.amountPaise) return 'idempotency_conflict'
        player.openPaise -= thing.amountPaise
        this.#settle(player, thing.amountPaise, command.payoutPaise)
        return undefined
      case 'void':
        if (closed?.kind === 'settle' || opened?.kind === 'play') return 'bet_settled'
        player.openPaise -= thing?.amountPaise ?? 0
        player.balancePaise += thing?.amountPaise ?? 0
        return undefined
      case 'deposit':
        this.outside -= command.amountPaise
        player.balancePaise += command.amountPaise
        return undefined
      case 'correction':
        if (player.balancePaise + command.amountPaise < 0) return 'insufficient_balance'
        player.balancePaise += command.amountPaise
        if (command.account === 'outside') this.outside -= command.amountPaise
        else if (command.account === 'bonus') this.bonusCost -= command.amountPaise
        else this.house -= command.amountPaise
        return undefined
      case 'hold':
        if (closed !== undefined) return 'already_decided'
        if (player.balancePaise < command.amountPaise) return 'insufficient_balance'
        player.balancePaise -= command.amountPaise
        player.heldPaise += command.amountPaise
        return undefined
      case 'release':
      case 'pay-out':
        if (closed !== undefined) return 'already_decided'
        if (opened === undefined ? command.kind === 'pay-out' : command.amountPaise !== thing?.amountPaise)
          return 'hold_differs'
        player.heldPaise -= thing?.amountPaise ?? 0
        if (command.kind === 'release') player.balancePaise += thing?.amountPaise ?? 0
        else this.outside += thing?.amountPaise ?? 0
        return undefined
    }
  }

  #settle(player: Player, stakePaise: number, payoutPaise: number): void {
    player.balancePaise += payoutPaise
    player.netPaise += payoutPaise - stakePaise
    this.house += stakePaise - payoutPaise
  }

  #bonus(command: MoneyCommand, player: Player, thing: Thing | undefined): boolean {
    if (command.kind === 'deposit' && player.firstDepositPaise === 0) player.firstDepositPaise = command.amountPaise
    if (command.kind !== 'play' && command.kind !== 'settle') return false
    const stakePaise = command.kind === 'play' ? command.stakePaise : (thing?.amountPaise ?? 0)
    const counts = command.payoutPaise === 0 || command.payoutPaise * 100 >= stakePaise * 101
    if (player.firstDepositPaise === 0 || !counts) return false
    player.countedPaise += stakePaise
    const bonusPaise = Math.floor(player.firstDepositPaise / 10)
    if (player.released || bonusPaise === 0 || 2 * player.countedPaise < player.firstDepositPaise) return false
    player.released = true
    player.balancePaise += bonusPaise
    this.bonusCost -= bonusPaise
    return true
  }

  /** The sum of all balances, which is always 0. */
  get total(): number {
    const own = [...this.players.values()].map(
      ({ balancePaise, openPaise, heldPaise }) => balancePaise + openPaise + heldPaise,
    )
    return own.reduce((sum, paise) => sum + paise, 0) + this.house + this.outside + this.bonusCost
  }
}
