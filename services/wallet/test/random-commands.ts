import { CorrectionAccount } from '@kismet/contracts'
import fc from 'fast-check'
import type { CommandKind, MoneyCommand } from '../src/domain/command.ts'

const kinds: readonly CommandKind[] = [
  'play',
  'reserve',
  'settle',
  'void',
  'deposit',
  'hold',
  'release',
  'pay-out',
  'correction',
]

/** Random commands over few players and few references, so that they meet: repeated, in the wrong order, on other players' things. Amounts are small. */
export function randomCommand(players: readonly string[], references: readonly string[]): fc.Arbitrary<MoneyCommand> {
  const amount = fc.integer({ min: 1, max: 400 })
  return fc
    .record({
      kind: fc.constantFrom(...kinds),
      playerId: fc.constantFrom(...players),
      reference: fc.constantFrom(...references),
      amountPaise: amount,
      payoutPaise: fc.oneof(fc.constant(0), amount),
    })
    .map(commandOf)
}

interface Drawn {
  kind: CommandKind
  playerId: string
  reference: string
  amountPaise: number
  payoutPaise: number
}

/** Stakes and holds have one of two amounts, so that a decision often has the amount that was reserved. */
function commandOf({ kind, playerId, reference, amountPaise, payoutPaise }: Drawn): MoneyCommand {
  const reservedPaise = amountPaise % 4 === 0 ? 150 : 50
  switch (kind) {
    case 'play':
      return { kind, playerId, reference, game: 'Dice', stakePaise: amountPaise, payoutPaise }
    case 'reserve':
      return { kind, playerId, reference, game: 'Mines', stakePaise: reservedPaise }
    case 'settle':
      return { kind, playerId, reference, stakePaise: reservedPaise, payoutPaise }
    case 'void':
      return { kind, playerId, reference, reason: `because ${amountPaise}` }
    case 'deposit':
      return { kind, playerId, reference, amountPaise: amountPaise * 10 }
    case 'hold':
    case 'release':
    case 'pay-out':
      return { kind, playerId, reference, amountPaise: reservedPaise }
    case 'correction': {
      // Up or down, on one of the three.
      const account = CorrectionAccount.options[amountPaise % 3] ?? 'house'
      return { kind, playerId, reference, amountPaise: payoutPaise === 0 ? amountPaise : -payoutPaise, account }
    }
  }
}
