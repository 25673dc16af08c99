import { gameChange, getBalance, listSlotsPlays, playSlots } from '@kismet/contracts'
import type { SlotsReels } from '@kismet/fairness'
import { slotsOutcome } from '@kismet/fairness'
import { describe, expect, it } from '@jest/globals'
import { screen, waitFor, within } from '@testing-library/react'
import { ok, refuse } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playedAnswer } from '../../testing/played-answer.ts'
import { PlayerGateway } from '../../testing/player-gateway.ts'
import type { OpenSite } from '../../testing/open-site.tsx'
import { openSite } from '../../testing/open-site.tsx'

/** A machine whose reels show what it is told to. */
function machine(...spins: SlotsReels[]): PlayerGateway {
  const gateway = new PlayerGateway()
  let balance = 1_000
  let nonce = 1
  gateway.answer(getBalance, () => ok({ balance, balanceSeq: nonce, netResult: 0 }))
  gateway.answer(playSlots, () => {
    const reels = spins[nonce - 1] ?? ['seven', 'tiger', 'lemon']
    const outcome = slotsOutcome({ stakePaise: 10_000, reels })
    const { winType, result, multiplierHundredths } = outcome
    balance += outcome.netGainPaise / 100
    nonce += 1
    const clientSeed = 'own-0123456789abcdef'
    return ok({
      ...playedAnswer({ nonce: nonce - 1, clientSeed, outcome, balance, balanceSeq: nonce }),
      reels,
      result,
      winType,
      multiplier: multiplierHundredths / 100,
    })
  })
  return gateway
}

async function open(gateway: PlayerGateway): Promise<OpenSite> {
  const site = openSite('/casino/slots', { gateway })
  // The first test of a file loads the page's code, too.
  await screen.findByText('No bets yet', undefined, { timeout: 10_000 })
  return site
}
const spin = (): HTMLElement => screen.getByRole('button', { name: 'SPIN' })
const reels = (): HTMLElement => within(screen.getByRole('region', { name: 'Reels' })).getByRole('img')
const bets = (): HTMLElement[] => within(screen.getByRole('region', { name: 'My bets' })).queryAllByRole('listitem')
const marked = (): string[] =>
  [...screen.getByRole('region', { name: 'Payout table' }).querySelectorAll('li.on')].map(
    ({ textContent }) => textContent,
  )

describe('Slots', () => {
  it.each<[SlotsReels, string, string, string, string]>([
    [['seven', 'seven', 'seven'], 'Jackpot · sevens x20', '+₹1,900.00', 'jackpot', 'Jackpotx20'],
    [['diamond', 'diamond', 'diamond'], 'Big win · diamonds x10', '+₹900.00', 'big win', 'Big winx10'],
    [['cherry', 'cherry', 'cherry'], 'Win · cherries x3', '+₹200.00', 'triple', 'x3'],
    [['bell', 'lemon', 'bell'], 'Win · two of a kind x1.5', '+₹50.00', 'pair', 'Any two of a kindx1.5'],
  ])('shows %p as what it is, marks its line, celebrates it and lists it', async (line, words, net, tier, row) => {
    const { user } = await open(machine(line))
    await user.click(spin())
    expect(await screen.findByText(words, undefined, { timeout: 3_000 })).toBeTruthy()
    // What is seen, what is heard, and the row.
    await waitFor(() => expect(screen.getAllByText(net)).toHaveLength(3))
    expect(screen.getByText('Won')).toBeTruthy()
    expect(reels().dataset.celebrates).toBe(tier)
    expect(reels().getAttribute('aria-label')).toBe(line.join(', '))
    expect(marked()).toEqual([row])
    expect(bets()).toHaveLength(1)
    expect(screen.getByText('Server seed revealed')).toBeTruthy()
  })

  it('shows a loss with the same weight, and marks and celebrates nothing', async () => {
    const { user } = await open(machine(['seven', 'tiger', 'lemon']))
    await user.click(spin())
    expect(await screen.findByText('No win', undefined, { timeout: 3_000 })).toBeTruthy()
    expect(screen.getByText('Lost')).toBeTruthy()
    expect(reels().dataset.celebrates).toBeUndefined()
    expect(marked()).toEqual([])
    expect(await screen.findByText('₹900.00')).toBeTruthy()
  })

  it('shows a bet with a symbol that a newer release has added, and its balance', async () => {
    const { user } = await open(machine(['wild', 'seven', 'lemon'] as readonly string[] as SlotsReels))
    await user.click(spin())
    expect(await screen.findByText('No win', undefined, { timeout: 3_000 })).toBeTruthy()
    expect(reels().getAttribute('aria-label')).toBe('other, seven, lemon')
    expect(await screen.findByText('₹900.00')).toBeTruthy()
  })

  it('refuses what is no amount in the words of the spec, and what the limits do not allow', async () => {
    const gateway = machine()
    const { user } = await open(gateway)
    const amount = screen.getByLabelText('Bet Amount')
    await user.clear(amount)
    expect(screen.getByText('Invalid bet amount!')).toBeTruthy()
    await user.type(amount, '99{Enter}')
    expect(screen.getByText('₹100 to ₹50,000')).toBeTruthy()
    await user.clear(amount)
    await user.type(amount, '5000{Enter}')
    expect(await screen.findByText('Insufficient balance!')).toBeTruthy()
    expect(gateway.requestsOf(playSlots)).toEqual([])
  })

  it('says what the server says and lets play go on', async () => {
    const gateway = machine()
    const { user } = await open(gateway)
    gateway.answer(playSlots, () =>
      refuse('limit_reached', 'This exceeds a limit that you set. See your limits under Safer play.'),
    )
    await user.click(spin())
    expect(await screen.findByText('This exceeds a limit that you set. See your limits under Safer play.')).toBeTruthy()
    await waitFor(() => expect(spin().getAttribute('aria-busy')).toBeNull())
  })

  it('shows its RTP and what each line pays, tells the server which game is open and reads the own plays', async () => {
    const gateway = machine()
    const { connection } = await open(gateway)
    expect(screen.getByText('RTP: 92%')).toBeTruthy()
    expect(screen.getByText('Exact RTP: 7,537 / 8,192 = 92.004%')).toBeTruthy()
    const lines = within(screen.getByRole('region', { name: 'Payout table' })).getAllByRole('listitem')
    expect(lines.map(({ textContent }) => textContent)).toEqual([
      ...['Jackpotx20', 'Big winx10', 'x5', 'x3', 'x3', 'x3', 'Any two of a kindx1.5'],
    ])
    expect(screen.getByLabelText('Bet Amount')).toHaveProperty('value', '100')
    expect(connection.emitted).toContainEqual({ event: gameChange.event, payload: { gameName: 'Slots' } })
    expect(gateway.requestsOf(listSlotsPlays)).toHaveLength(1)
  })
})
