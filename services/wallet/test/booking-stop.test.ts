import { auditFault, auditKey } from '@kismet/test-env/test-audit'
import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, it } from '@jest/globals'
import { creditDeposit, paise, readBalance, reserveBet, settleBet } from '@kismet/contracts'
import type { Input } from '@kismet/contracts'
import type { Bus } from '@kismet/service-kit/bus/bus'
import type { Pool } from '@kismet/service-kit/database'
import type { RunningService } from '@kismet/service-kit/define-service'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import type { TestDatabase } from '@kismet/test-env/test-database'
import { startTestNats } from '@kismet/test-env/test-servers'
import type { TestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { z } from 'zod'
import type { WalletContext } from '../src/context.ts'
import { wallet } from '../src/service.ts'
import { newId, openPool } from './fixture.ts'

const command = fileURLToPath(new URL('../src/bin/ledger.ts', import.meta.url))
const ended = z.object({ code: z.int(), stdout: z.string() })
const meta = { requestId: 'test' }
const unavailable = { code: 'unavailable' }
const [playerId, betId] = [newId(), newId()]

let nats: TestNats
let database: TestDatabase
let owner: Pool
let auth: Bus
let payments: Bus
let mines: Bus
let running: RunningService<WalletContext>

beforeAll(async () => {
  ;[nats, database] = await Promise.all([startTestNats(), createTestDatabase(['wallet'])])
  owner = openPool(database.ownerUrl)
  const tokens = new TestTokens()
  auth = await startFakeAuth(nats, tokens)
  payments = await joinBus(nats, 'payments', tokens)
  mines = await joinBus(nats, 'mines', tokens)
  await start()
})
afterAll(async () => {
  await running.stop()
  await Promise.all([payments, mines, auth].map((bus) => bus.close()))
  await owner.end()
  await Promise.all([nats.remove(), database.drop()])
})

const startWallet = () => {
  const env = { NATS_URL: nats.urlOf('wallet'), DATABASE_URL: database.urlOf('wallet'), AUDIT_KEY: auditKey }
  return wallet.start(env, { log: testLogger('wallet') })
}

async function start(): Promise<void> {
  running = await startWallet()
}

/** Hands over to a successor, as every release and every drained machine does. */
async function handOver(): Promise<void> {
  await running.stop()
  await start()
}

const credit = (to: string) =>
  payments.call(creditDeposit, { depositId: newId(), playerId: to, amountPaise: paise(1_000) }, meta)
const settle = (input: Pick<Input<typeof settleBet>, 'betId' | 'playerId'>) =>
  mines.call(settleBet, { ...input, stakePaise: paise(400), payoutPaise: paise(0) }, meta)

const stoppedIn = (metrics: string): string | undefined => /^wallet_stopped(?:\{.*\})? (\d)$/m.exec(metrics)?.[1]

/** What the metrics of a standby say. */
async function stoppedOfStandby(): Promise<string | undefined> {
  const standby = await startWallet()
  try {
    return stoppedIn(await standby.registry.metrics())
  } finally {
    await standby.stop()
  }
}

/** What it says of itself: whether it is ready to book, and what its alarm reads. */
async function state(): Promise<{ booking: unknown; stopped: string | undefined }> {
  const ready = z.object({ checks: z.looseObject({ booking: z.boolean().optional() }) })
  const { checks } = ready.parse(await (await fetch(`http://127.0.0.1:${running.port}/ready`)).json())
  return { booking: checks.booking, stopped: stoppedIn(await running.registry.metrics()) }
}

const resume = () =>
  promisify(execFile)(process.execPath, [command, 'resume-booking'], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.urlOf('wallet'), AUDIT_KEY: auditKey },
  }).then(
    ({ stdout }) => ({ code: 0, stdout }),
    (error: unknown) => ended.parse(error),
  )

it('a booking stop survives a failover and ends only by `resume-booking`', async () => {
  await credit(playerId)
  await mines.call(reserveBet, { betId, playerId, game: 'Mines', stakePaise: paise(400) }, meta)
  await owner.query('UPDATE account SET open_paise = 0, version = version + 1 WHERE player_id = $1', [playerId])
  await expect(settle({ betId, playerId })).rejects.toMatchObject(unavailable)
  const kept = await eventually('it is written down', async () => {
    const { rows } = await owner.query<{ cause: string }>('SELECT cause FROM booking_stop')
    return rows[0]
  })
  expect(kept.cause).toContain('negative open stakes')

  await handOver()
  expect(await state()).toEqual({ booking: false, stopped: '1' })
  expect(await stoppedOfStandby()).toBeUndefined()
  await expect(credit(newId())).rejects.toMatchObject(unavailable)
  expect(await payments.call(readBalance, { playerId }, meta)).toMatchObject({ balance: 600 })

  const refused = await resume()
  expect(refused.code).toBe(1)
  expect(refused.stdout).toContain('THE LEDGER DOES NOT ADD UP')
  await handOver()
  expect(await state()).toEqual({ booking: false, stopped: '1' })

  await owner.query('UPDATE account SET open_paise = 400, version = version + 1 WHERE player_id = $1', [playerId])
  const resumed = await resume()
  expect(resumed.code).toBe(0)
  expect(resumed.stdout).toContain('Booking resumes when the leader restarts')
  const { rows } = await owner.query(
    'SELECT admin_name, action, target, detail FROM audit ORDER BY sequence DESC LIMIT 1',
  )
  expect(rows).toEqual([
    {
      ...{ admin_name: 'operator', action: 'booking.resume', target: 'wallet' },
      detail: { cause: kept.cause, stoppedAt: expect.any(String) },
    },
  ])
  expect(await auditFault(owner, 'wallet')).toBeNull()

  await handOver()
  expect(await state()).toEqual({ booking: true, stopped: '0' })
  expect(await settle({ betId, playerId })).toMatchObject({ balancePaise: 600 })
  expect((await resume()).stdout).toContain('Booking was not stopped')
}, 60_000)
