import { randomUUID } from 'node:crypto'
import { creditDeposit, limits, paiseOfRupees } from '@kismet/contracts'
import { mailPage } from '@kismet/local-stack/demo/mail-page'
import { PlayerActor } from '@kismet/test-env/actors'
import { callerBus } from './caller-bus.ts'

const signUpsAtOnce = 12
/** Deposits of the highest amount: a lakh and more of stakes loses a few of them. */
const depositsEach = 10

/** Each player asks from a network of their own, as one network may ask for a few codes only. */
const addressOf = (index: number): string => `198.18.${index >> 8}.${index & 255}`

/** A product as its players and its payments are let in. */
export interface Door {
  readonly gatewayUrl: string
  readonly mailPort: number
  /** The bus, with the rights of payments. */
  readonly paymentsNatsUrl: string
}

/** Players who have signed up and verified their e-mail as everybody does, with money that the wallet has booked as deposits. `name`: what their addresses begin with. */
export async function makePlayers(
  count: number,
  { gatewayUrl, mailPort, paymentsNatsUrl }: Door,
  name = 'bettor',
): Promise<PlayerActor[]> {
  const mailbox = mailPage(mailPort)
  const players = Array.from(
    { length: count },
    (_, index) => new PlayerActor(gatewayUrl, `${name}-${index}@example.in`),
  )
  const waiting = players.entries()
  const signUp = async (): Promise<void> => {
    for (const [index, player] of waiting) await player.signUp(mailbox, { 'x-forwarded-for': addressOf(index) })
  }
  await Promise.all(Array.from({ length: signUpsAtOnce }, signUp))
  const payments = await callerBus(paymentsNatsUrl, 'payments')
  const amountPaise = paiseOfRupees(limits.deposit.maxRupees)
  for (let deposit = 0; deposit < depositsEach; deposit += 1)
    await Promise.all(
      players.map(({ id }) =>
        payments.call(creditDeposit, { depositId: randomUUID(), playerId: id, amountPaise }, { requestId: 'bench' }),
      ),
    )
  await payments.close()
  return players
}
