import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import {
  addPlayerNote,
  adminEndPlayerSessions,
  adminGetPlayer,
  adminGetPlayerFunds,
  adminGetPlayerDeposited,
  adminGetPlayerLimits,
  adminGetPlayerStatement,
  adminListDeposits,
  adminListEntries,
  adminListPlayerNotes,
  adminListPlayers,
  adminListPlayerSessions,
  adminListWithdrawals,
  liftSuspension,
  listCorrections,
  suspendPlayer,
} from '@kismet/contracts'
import { screen, within } from '@testing-library/react'
import type { BoundFunctions, queries } from '@testing-library/react'
import type { AdminRole } from '@kismet/contracts'
import { playerPath } from '../core/paths.ts'
import { deposit } from './deposits.ts'
import { ledgerPlayer } from './ledger.ts'
import { BackOffice, openApp } from './open-app.tsx'
import type { OpenApp } from './open-app.tsx'
import { bets, entry, funds, limits, notes, player, sessions } from './players.ts'
import type { WireNote, WirePlayer } from './players.ts'
import { withdrawal } from './withdrawals.ts'

export const reason = 'The same proof for two deposits'

/** A back office with one player, who changes as it is told. */
export class PlayerOffice extends BackOffice {
  shown: WirePlayer = player(Date.now())
  written: WireNote[] = notes(Date.now())
  walletKnows = true

  constructor() {
    super()
    this.answer(adminGetPlayer, ({ params }) =>
      params.id === this.shown._id ? ok({ player: this.shown }) : refuse('not_found'),
    )
    this.answer(adminListPlayers, ({ query }) => {
      const players = [this.shown].filter(({ email }) => email.startsWith(query.get('search') ?? ''))
      return ok({ players, nextCursor: null })
    })
    this.answer(adminGetPlayerFunds, () =>
      ok({ funds: { ...funds, isSuspended: this.walletKnows && this.shown.state === 'suspended' } }),
    )
    this.answer(adminGetPlayerStatement, () => ok({ statements: bets(Date.now()), nextCursor: null }))
    this.answer(adminListEntries, () => ok({ entries: [entry], nextCursor: null }))
    this.answer(adminListDeposits, () => ok({ deposits: [deposit(1)], nextCursor: null, pending: 1 }))
    this.answer(adminListWithdrawals, () => ok({ withdrawals: [withdrawal(1)], nextCursor: null, pending: 1 }))
    this.answer(adminGetPlayerLimits, () => ok(limits(Date.now())))
    this.answer(adminGetPlayerDeposited, () => ok({ day: 1_200, week: 1_200, month: 8_000 }))
    this.answer(adminListPlayerSessions, () => ok({ sessions: this.shown.sessions === 0 ? [] : sessions(Date.now()) }))
    this.answer(listCorrections, () => ok({ corrections: [], nextCursor: null, pending: 0 }))
    this.answer(adminListPlayerNotes, () => ok({ notes: this.written, nextCursor: null }))
    this.answerChanges()
  }

  answerChanges(): void {
    this.answer(suspendPlayer, ({ body }) => {
      const why = (body as { reason: string }).reason
      const suspension = { by: 'some.owner', reason: why, at: new Date().toISOString() }
      this.shown = { ...this.shown, state: 'suspended', suspension, sessions: 0 }
      return ok({ player: this.shown })
    })
    this.answer(liftSuspension, () => {
      this.shown = { ...this.shown, state: 'active', suspension: null }
      return ok({ player: this.shown })
    })
    this.answer(adminEndPlayerSessions, () => {
      const ended = this.shown.sessions
      this.shown = { ...this.shown, sessions: 0 }
      return ok({ ended })
    })
    this.answer(addPlayerNote, ({ body }) => {
      const { text } = body as { text: string }
      const note = { _id: '200', kind: 'note', text, by: 'some.owner', at: new Date().toISOString() } as const
      this.written = [note, ...this.written]
      return ok({ note })
    })
  }
}

/** Opens the page of the one player, at a part of it. */
export function openPlayer(
  role: AdminRole = 'owner',
  part = '',
  office = new PlayerOffice(),
): OpenApp & { office: PlayerOffice } {
  return { ...openApp(`${playerPath(ledgerPlayer)}${part}`, { office, role }), office }
}

/** The head of the page, once it is there. */
export const playerHead = async (): Promise<BoundFunctions<typeof queries>> =>
  within(await screen.findByRole('region', { name: 'asha.rao@example.com' }))
