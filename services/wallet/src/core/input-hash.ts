import { hash } from 'node:crypto'
import type { MoneyCommand, Request, Terms } from '../domain/command.ts'

/** 8 bytes are enough, because only hashes of one key are compared. */
const hexChars = 16

/**
 * Adds the hash of the input, which tells a replay from a conflict. Ids become lower case, as in the
 * database.
 */
export function requestOf(raw: MoneyCommand, under: Terms): Request {
  const playerId = raw.playerId.toLowerCase()
  const reference = raw.reference.toLowerCase()
  const isPlain = playerId === raw.playerId && reference === raw.reference
  const command = isPlain ? raw : { ...raw, playerId, reference }
  return { command, inputHash: hash('sha256', inputOf(command), 'hex').slice(0, hexChars), ...under }
}

/**
 * The input of a command, without the reason of a void: a retry may have another reason. The payout of a play is not
 * part of it, because a game that is behind computes another one for the same request.
 */
function inputOf(command: MoneyCommand): string {
  const key = `${command.kind}|${command.playerId}|${command.reference}`
  switch (command.kind) {
    case 'play':
    case 'reserve':
      return `${key}|${command.game}|${command.stakePaise}|${command.requestHash ?? ''}`
    case 'settle':
      return `${key}|${command.stakePaise}|${command.payoutPaise}`
    case 'deposit':
    case 'hold':
    case 'release':
    case 'pay-out':
      return `${key}|${command.amountPaise}`
    case 'correction':
      return `${key}|${command.amountPaise}|${command.account}`
    case 'void':
      return key
  }
}
