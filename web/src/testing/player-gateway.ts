import { FakeGateway, ok } from '@kismet/app-kit/testing/fake-gateway.ts'
import { playMoneyConfig } from '@kismet/app-kit/testing/site-config.ts'
import {
  getBalance,
  getConfig,
  getDiceCommitment,
  getSiteMaintenance,
  getSlotsCommitment,
  listDicePlays,
  listSlotsPlays,
} from '@kismet/contracts'

/** A gateway that answers what every page of the player app asks: a player with ₹1,000.00, play money, no maintenance. */
export class PlayerGateway extends FakeGateway {
  constructor() {
    super()
    this.answer(getSiteMaintenance, () => ok({ siteMaintenance: false }))
    this.answer(getBalance, () => ok({ balance: 1_000, balanceSeq: 1, netResult: 50 }))
    for (const list of [listDicePlays, listSlotsPlays]) this.answer(list, () => ok({ plays: [] }))
    this.answer(getConfig, () => ok(playMoneyConfig('2026-11-21T12:00:00.000Z')))
    const seal = { version: '1', serverSeedHash: 'a'.repeat(64), nonce: 1, clientSeed: 'own' }
    this.answer(getDiceCommitment, () => ok({ game: 'dice', ...seal }))
    this.answer(getSlotsCommitment, () => ok({ game: 'slots', ...seal }))
  }
}
