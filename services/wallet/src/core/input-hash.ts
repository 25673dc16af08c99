import { hash } from 'node:crypto'
import type { MoneyCommand, Request, Terms } from '../domain/command.ts'

/** 8 bytes are enough: hashes are only ever compared under one key. */
const hexChars = 16

/**
 * Adds the hash of the input, by which a repeated command is told from another one under the same key. Ids get the form in which the database gives them
 * back.
 */
export function requestOf(raw: MoneyCommand, under: Terms): Request {
  const playerId = raw.playerId.toLowerCase()
  const reference = raw.reference.toLowerCase()
  const isPlain = playerId === raw.playerId && reference === raw.reference
  const command = isPlain ? raw : { ...raw, playerId, reference }
  return { command, inputHash: hash('sha256', inputOf(command), 'hex').slice(0, hexChars), ...under }
}

/** All that makes a command what it is. The reason of a void is a note for people: a sweep may give another one. What is compared with the reserve or hold is no part of it. */
function inputOf(command: MoneyCommand): string {
  const key = `${command.kind}|${command.playerId}|${command.reference}`
  switch (command.kind) {
    case 'play':
      return `${key}|${command.game}|${command.stakePaise}|${command.payoutPaise}`
    case 'reserve':
      return `${key}|${command.game}|${command.stakePaise}`
    case 'settle':
      return `${key}|${command.payoutPaise}`
    case 'deposit':
    case 'hold':
      return `${key}|${command.amountPaise}`
    case 'correction':
      return `${key}|${command.amountPaise}|${command.account}`
    case 'void':
    case 'release':
    case 'pay-out':
      return key
  }
}
