import { hash } from 'node:crypto'
import type { MoneyCommand, Request } from '../domain/command.ts'

/** 8 bytes are enough: hashes are only ever compared under one key. */
const hexChars = 16

/**
 * Adds the hash of the input, by which a repeated command is told from another one under the same key. Ids get the form in which the database gives them
 * back.
 */
export function requestOf(raw: MoneyCommand): Request {
  const command = { ...raw, playerId: raw.playerId.toLowerCase(), reference: raw.reference.toLowerCase() }
  return { command, inputHash: hash('sha256', inputOf(command).join('|'), 'hex').slice(0, hexChars) }
}

/** All that makes a command what it is. The reason of a void is a note for people: a sweep may give another one. */
function inputOf(command: MoneyCommand): (string | number)[] {
  const { kind, playerId, reference } = command
  switch (kind) {
    case 'play':
      return [kind, playerId, reference, command.game, command.stakePaise, command.payoutPaise]
    case 'reserve':
      return [kind, playerId, reference, command.game, command.stakePaise]
    case 'settle':
      return [kind, playerId, reference, command.payoutPaise]
    case 'deposit':
    case 'hold':
      return [kind, playerId, reference, command.amountPaise]
    case 'void':
    case 'release':
    case 'pay-out':
      return [kind, playerId, reference]
  }
}
