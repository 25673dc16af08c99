import { ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import { getBalance, getConfig, getDiceCommitment, getSlotsCommitment, playDice, playSlots } from '@kismet/contracts'
import type { Seeds } from '@kismet/fairness'
import { diceOutcome, drawDice, drawReels, fromTenThousandths, serverSeedHash, slotsOutcome } from '@kismet/fairness'
import type { PicturedPage } from '@kismet/test-env/pictures/picture-book'
import { pictureTime } from '@kismet/test-env/pictures/picture-book'
import type { Page } from 'playwright-core'
import { FakeMinesAuto } from '../src/testing/fake-mines-auto.ts'
import { FakeMines } from '../src/testing/fake-mines.ts'
import { betIdOf, playedAnswer } from '../src/testing/played-answer.ts'
import type { PlayerGateway } from '../src/testing/player-gateway.ts'
import { seedOf } from '../src/testing/seed-of.ts'

/** A page in a state that is not its first one. */
export interface PicturedState extends Pick<
  PicturedPage,
  'name' | 'path' | 'tabStorage' | 'acknowledge' | 'act' | 'sizes' | 'until'
> {
  /** Who sees it; a player where nobody is named. */
  readonly role?: 'visitor' | 'player'
  /** What answers it: the gateway of a player with a past, changed, or another one. */
  readonly answers?: (past: PlayerGateway) => PlayerGateway
}

/** Who is logged in on every picture. */
export const playerId = '01940000-0000-7000-8000-000000000000'
/** What a form that is half filled in leaves in the storage of its tab. */
export const keptForm = (value: unknown): string => JSON.stringify({ owner: playerId, value })

/** A site that can be reached by mail, and by a chat. */
export function reached(gateway: PlayerGateway): PlayerGateway {
  const contacts = { whatsapp: '919845011724', email: 'help@example.in' }
  gateway.answer(getConfig, () => ok({ ...playMoneyConfig(pictureTime.toISOString()), contacts }))
  return gateway
}

const stakePaise = 10_000
const rollOverHundredths = 5_050
const nonce = 41
/** The client seed of the play that is pressed, by `withoutChance`. */
const clientSeed = `asha-${'H'.repeat(16)}`

type Outcome = Parameters<typeof playedAnswer>[0]['outcome']

/** What every answer to a play tells, with the server seed of that number. */
const played = (seed: number, outcome: Outcome) =>
  playedAnswer({ nonce, seed, clientSeed, outcome, balance: 1_000 + outcome.netGainPaise / 100, balanceSeq: 2 })
const sealOf = (seed: number): string => serverSeedHash(seedOf(seed))
const seedsOf = (seed: number): Seeds => ({ serverSeed: seedOf(seed), clientSeed, nonce })
const commitment = (seed: number) => ({ version: '1', serverSeedHash: sealOf(seed), nonce, clientSeed: 'asha' })

/** Dice, whose next play is decided by the server seed of that number. */
function diceTable(gateway: PlayerGateway, seed: number): PlayerGateway {
  const rollHundredths = drawDice(seedsOf(seed))
  const outcome = diceOutcome({ stakePaise, rollOverHundredths, rollHundredths })
  const { result, multiplierTenThousandths } = outcome
  gateway.answer(getDiceCommitment, () => ok({ game: 'dice', ...commitment(seed) }))
  gateway.answer(playDice, () =>
    ok({
      ...played(seed, outcome),
      ...{ roll: rollHundredths / 100, rollOver: rollOverHundredths / 100, result, hash: sealOf(seed) },
      ...{ multiplier: fromTenThousandths(multiplierTenThousandths) },
    }),
  )
  return gateway
}

/** Slots, likewise. */
function slotsTable(gateway: PlayerGateway, seed: number): PlayerGateway {
  const reels = drawReels(seedsOf(seed))
  const outcome = slotsOutcome({ stakePaise, reels })
  const { winType, result, multiplierHundredths } = outcome
  gateway.answer(getSlotsCommitment, () => ok({ game: 'slots', ...commitment(seed) }))
  gateway.answer(playSlots, () =>
    ok({
      ...played(seed, outcome),
      ...{ reels, winType, result, multiplier: multiplierHundredths / 100 },
    }),
  )
  return gateway
}

/** Plays once, with the client seed of every time, until the proof of it is there. */
async function play(page: Page): Promise<void> {
  await page.evaluate(() => {
    crypto.getRandomValues = (bytes) => {
      if (bytes instanceof Uint8Array || bytes instanceof Uint32Array) bytes.fill(7)
      return bytes
    }
  })
  await page.locator('form button[type=submit]').click()
  await page
    .locator(`a[href$="${betIdOf(nonce)}"]`)
    .first()
    .waitFor()
  // What a pointer rests on looks another way.
  await page.mouse.move(0, 0)
}

/** Takes the network away, and keeps it away. */
export async function goOffline(page: Page): Promise<void> {
  await page.routeWebSocket(/\/socket\.io\//, (socket) => socket.close())
  await page.evaluate(() => {
    globalThis.fetch = () => Promise.reject(new TypeError('there is no network'))
    globalThis.dispatchEvent(new Event('offline'))
  })
  await page.locator('[role=status] > div > p > small').waitFor()
}

/** A game of Mines with four gems open. */
function minesTable(): FakeMines {
  const fake = new FakeMines()
  const { serverSeedHash } = fake.next()
  fake.start({ body: { bet: 500, minesCount: 3, clientSeed: 'asha-Lotus00000000000', serverSeedHash } })
  const gameId = fake.game?.id
  for (const tileIndex of fake.gems().slice(3, 7)) fake.reveal({ body: { gameId, tileIndex } })
  return fake
}

/** No tile can be opened any more. */
const minesOver = (page: Page): Promise<void> =>
  page.locator('[role=group] > button:not([aria-disabled])').first().waitFor({ state: 'detached' })

/** A run of Mines auto after some games, whose next one has no answer. */
function autoRun(): FakeMinesAuto {
  const fake = new FakeMinesAuto()
  fake.run({ selectedTiles: [6, 8, 12, 16, 18], stopAfterBets: 100, stopOnProfit: 2_000, stopOnLoss: 400 })
  fake.results.push('win', 'win', 'loss', 'win', 'win', 'loss')
  for (let game = 0; game < 8; game += 1) fake.play()
  fake.mishaps.push(new Promise(() => undefined))
  return fake
}

const slots = { path: '/casino/slots', act: play } as const
const dice = { path: '/casino/dice' } as const
const mines = { path: '/casino/mines', answers: () => minesTable().gateway } as const

/** The games in states that are not their first ones, but for Aviator. */
export const gameStates: readonly PicturedState[] = [
  { ...slots, name: 'slots-lost', answers: (past) => slotsTable(past, 2) },
  { ...slots, name: 'slots-pair', answers: (past) => reached(slotsTable(past, 1)) },
  { ...slots, name: 'slots-jackpot', answers: (past) => slotsTable(past, 22_904) },
  {
    path: '/casino/slots',
    name: 'slots-low',
    answers: reached,
    sizes: [{ width: 360, height: 680, isFixed: true }],
    act: (page) => page.locator('a[href*="wa.me"]').waitFor(),
  },
  {
    path: '/casino/slots',
    name: 'slots-short',
    answers: () => {
      const { gateway } = minesTable()
      gateway.answer(getBalance, () => ok({ balance: 0, balanceSeq: 20, netResult: 0 }))
      return gateway
    },
    act: (page) => page.locator('aside a[href="/casino/mines"]').waitFor(),
  },
  {
    ...dice,
    name: 'dice-lost-offline',
    answers: (past) => diceTable(past, 3),
    act: async (page) => {
      await play(page)
      await goOffline(page)
    },
  },
  {
    ...dice,
    name: 'dice-won-limits',
    answers: (past) => diceTable(past, 1),
    act: async (page) => {
      await play(page)
      await page.locator('input[name=amount]').fill('5')
    },
  },
  {
    ...dice,
    name: 'dice-fair',
    answers: (past) => diceTable(past, 1),
    act: async (page) => {
      await play(page)
      await page.locator('button[aria-haspopup=dialog]').first().click()
      await page.locator('dialog input').waitFor()
    },
  },
  {
    ...dice,
    name: 'dice-auto',
    tabStorage: {
      'form:dice': keptForm({ mode: 'auto', rollOverHundredths }),
      'form:run:dice': keptForm({ bets: 10, betsDone: 3, netPaise: -20_000, stakePaise: 40_000 }),
    },
  },
  { ...mines, name: 'mines-active' },
  {
    ...mines,
    name: 'mines-lost',
    act: async (page) => {
      await page
        .locator('[role=group] > button')
        .nth(minesTable().mines()[1] ?? 0)
        .click()
      await minesOver(page)
    },
  },
  {
    ...mines,
    name: 'mines-cashed-out',
    act: async (page) => {
      await page.locator('button:has(small)').click()
      await minesOver(page)
    },
  },
  { path: '/mines-auto', name: 'mines-auto-running', answers: () => autoRun().gateway },
  {
    path: '/mines-auto',
    name: 'mines-auto-paused',
    answers: () => {
      const fake = autoRun()
      fake.settings = { ...fake.settings, status: 'paused' }
      return fake.gateway
    },
  },
  {
    path: '/mines-auto',
    name: 'mines-auto-stopped',
    answers: () => {
      const fake = autoRun()
      fake.end('limit_reached')
      return fake.gateway
    },
  },
  {
    path: '/mines-auto',
    name: 'mines-auto-short',
    answers: () => {
      const fake = new FakeMinesAuto()
      Object.assign(fake, { balance: 0, balanceSeq: 20 })
      return fake.gateway
    },
  },
]
