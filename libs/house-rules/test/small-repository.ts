import { operation, streamRoute } from '@kismet/contracts'
import { z } from 'zod'
import { Repository } from '../src/repository.ts'
import { describeBreach } from '../src/rule.ts'
import type { Rule } from '../src/rule.ts'
import type { Wires } from '../src/wires.ts'

const nothing = z.object({})
const playDice = operation({
  subject: 'dice-slots.play-dice',
  route: { method: 'POST', path: '/api/dice/play', access: 'player', rate: 'bet', summary: 'Play' },
  input: nothing,
  output: nothing,
  errors: ['max_win_exceeded'],
})
const getPicture = streamRoute({
  service: 'payments',
  route: { method: 'GET', path: '/api/pictures/:id/small', access: 'anyone', rate: 'read', summary: 'A picture' },
  output: { picture: 'image/png' },
  errors: ['not_found'],
  maxBodyBytes: 0,
})
/** Contracts of one operation and one stream. */
export const wires: Wires = {
  operations: [{ exportName: 'playDice', shape: playDice }],
  streams: [{ exportName: 'getPicture', shape: getPicture }],
  names: new Set(['dice-slots.play-dice', 'balance:update', '/socket.io']),
  errors: new Map([
    ['max_win_exceeded', { status: 422, message: 'Too much.' }],
    ['not_found', { status: 404, message: 'Not found' }],
  ]),
  universalErrors: ['internal'],
}

/** A repository of a few files and what a rule finds in it. */
export interface Row {
  readonly what: string
  readonly texts: Readonly<Record<string, string>>
  readonly found: readonly string[]
  readonly wires?: Partial<Wires>
}

/** What a rule finds, as lines. */
export function breachesOf(rule: Rule, row: Row): string[] {
  return rule.check(Repository.of(row.texts), { ...wires, ...row.wires }).map(describeBreach)
}
