import { auditKey } from '@kismet/test-env/test-audit'
import { expect, it } from '@jest/globals'
import { creditDeposit, paise, readBalance } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { joinBus, startFakeAuth, testLogger } from '@kismet/test-env/test-bus'
import { createTestDatabase } from '@kismet/test-env/test-database'
import { TestLine } from '@kismet/test-env/test-line'
import { startTestNats } from '@kismet/test-env/test-servers'
import { TestTokens } from '@kismet/test-env/test-tokens'
import { wallet as walletService } from '../src/service.ts'
import { newId } from './fixture.ts'

it('leads again when all of its connections to the database are half open, with reads under way', async () => {
  const [nats, database] = await Promise.all([startTestNats(), createTestDatabase(['wallet'])])
  const line = await TestLine.to(database.urlOf('wallet'))
  const tokens = new TestTokens()
  const auth = await startFakeAuth(nats, tokens)
  const payments = await joinBus(nats, 'payments', tokens)
  const env = { NATS_URL: nats.urlOf('wallet'), DATABASE_URL: line.url, AUDIT_KEY: auditKey }
  const wallet = await walletService.start(env, { log: testLogger('wallet') })
  const meta = { requestId: 'test' }
  const read = () => payments.call(readBalance, { playerId: newId() }, meta)
  const credit = () =>
    payments.call(creditDeposit, { depositId: newId(), playerId: newId(), amountPaise: paise(100) }, meta)
  try {
    await Promise.all([...Array.from({ length: 20 }, read), credit()])
    for (const connection of line.connections) connection.freeze()
    const hung = Array.from({ length: 20 }, () =>
      read().then(
        () => 'answered',
        () => 'refused',
      ),
    )
    const succeeds = (call: Promise<unknown>) =>
      call.then(
        () => true,
        () => false,
      )
    await eventually('the wallet books again', () => succeeds(credit()), 30_000)
    await eventually('the wallet reads again', () => succeeds(read()), 30_000)
    expect(await Promise.all(hung)).toContain('refused')
  } finally {
    await wallet.stop()
    await line.close()
    await Promise.all([payments, auth].map((bus) => bus.close()))
    await Promise.all([nats.remove(), database.drop()])
  }
}, 90_000)
