import { FakeGateway, ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import type { getMinesAutoSettings, WireOutput } from '@kismet/contracts'
import {
  getActiveMines,
  getAviatorChain,
  getBalance,
  getConfig,
  getDiceCommitment,
  getMinesAutoStatus,
  getMinesCommitment,
  getSiteMaintenance,
  getSlotsCommitment,
  listAviatorBets,
  listAviatorTopWins,
  listDeposits,
  listDicePlays,
  listMinesPlays,
  listOwnConversations,
  listSlotsPlays,
} from '@kismet/contracts'

/** What is set up for Mines auto before anything was. */
export const autoAtFirst: WireOutput<typeof getMinesAutoSettings>['settings'] = {
  isActive: false,
  betAmount: 100,
  minesCount: 3,
  tilesToReveal: 3,
  stopAfterBets: null,
  stopOnProfit: null,
  stopOnLoss: null,
  selectedTiles: [],
  status: 'stopped',
  stopReason: null,
  betsPlayed: 0,
  wins: 0,
  losses: 0,
  totalProfit: 0,
  startingBalance: null,
  currentBalance: null,
  startedAt: null,
  stoppedAt: null,
}

const chain = {
  chainId: '01940000-0000-7000-8000-000000000041',
  chainEnd: 'c'.repeat(64),
  salt: 'd'.repeat(64),
  firstRound: 1,
  length: 1_000_000,
}

/** A gateway that answers what every page of the player app asks: a player with ₹1,000.00, play money, no maintenance. */
export class PlayerGateway extends FakeGateway {
  constructor() {
    super()
    this.answer(getSiteMaintenance, () => ok({ siteMaintenance: false }))
    this.answer(getBalance, () => ok({ balance: 1_000, balanceSeq: 1, netResult: 50 }))
    for (const list of [listDicePlays, listSlotsPlays]) this.answer(list, () => ok({ plays: [] }))
    this.answer(listMinesPlays, () => ok({ plays: [] }))
    this.answer(getActiveMines, () =>
      ok({ game: null, nextMultipliers: [], mineRiskPercent: null, gemsLeft: null, balance: 1_000, balanceSeq: 0 }),
    )
    this.answer(getMinesAutoStatus, () => ok({ settings: { ...autoAtFirst, gamesPlayed: [] } }))
    this.answer(listOwnConversations, () => ok({ conversations: [] }))
    this.answer(listDeposits, () => ok({ deposits: [], nextCursor: null }))
    this.answer(listAviatorBets, () => ok({ bets: [] }))
    this.answer(listAviatorTopWins, () => ok({ wins: [] }))
    this.answer(getAviatorChain, () => ok({ ...chain, roundsPlayed: 123_456, roundsVoided: 2, next: chain }))
    this.answer(getConfig, () => ok(playMoneyConfig('2026-11-21T12:00:00.000Z')))
    const seal = { version: '1', serverSeedHash: 'a'.repeat(64), nonce: 1, clientSeed: 'own' }
    this.answer(getDiceCommitment, () => ok({ game: 'dice', ...seal }))
    this.answer(getSlotsCommitment, () => ok({ game: 'slots', ...seal }))
    this.answer(getMinesCommitment, () => ok({ game: 'mines', ...seal }))
  }
}
