import type { FakeLive } from '@kismet/app-kit/testing/fake-live.ts'
import { aviatorGetState, aviatorEvents } from '@kismet/contracts'
import type { SocketCommandShape, SocketEventShape } from '@kismet/contracts'
import { act, screen } from '@testing-library/react'
import type { UserEvent } from '@testing-library/user-event'
import { z } from 'zod'
import { TestRound } from './aviator-rounds.ts'
import { openSite } from './open-site.tsx'
import type { PlayerGateway } from './player-gateway.ts'

/** The page of Aviator, with a server of which the test says what it tells. */
export class AviatorTable {
  readonly round = new TestRound(4)
  readonly user: UserEvent
  readonly gateway: PlayerGateway
  readonly live: FakeLive

  private constructor(site: ReturnType<typeof openSite>) {
    this.user = site.user
    this.gateway = site.gateway
    this.live = site.connection
  }

  /** `isKnown`: bets of the round are taken; `bet`: with one of the player, of ₹500. */
  static async open({ isKnown = true, bet = false } = {}): Promise<AviatorTable> {
    const table = new AviatorTable(openSite('/casino/aviator'))
    // The first test of a file loads the page's code, too.
    await screen.findByRole('heading', { name: 'Aviator' }, { timeout: 10_000 })
    table.live.answer(aviatorGetState, () => ({ data: table.round.snapshot() }))
    if (isKnown) table.push(aviatorEvents.state, table.round.snapshot(bet ? { bet: table.round.bet } : {}))
    return table
  }

  /** The server tells it. */
  push<E extends SocketEventShape>(event: E, payload: z.output<E['payload']>): void {
    act(() => this.live.push(event, z.encode(event.payload, payload) as z.input<E['payload']>))
  }

  fly(): void {
    this.push(aviatorEvents.takeoff, this.round.takeoff)
    this.push(aviatorEvents.multiplier, this.round.tick(1))
  }

  /** What was sent with a command, oldest first. */
  sent(command: SocketCommandShape): unknown[] {
    return this.live.emitted.filter(({ event }) => event === command.event).map(({ payload }) => payload)
  }
}
