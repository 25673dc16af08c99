import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readServiceEnvironment } from '@kismet/local-stack/service-environment'
import { freePort } from '@kismet/real-servers/ports'
import { eventually } from '@kismet/test-env/eventually'
import { startScript, stopScript } from '../measure.ts'
import type { Product } from '../product.ts'
import type { CashOutsSeen } from './cash-outs.ts'
import { Players } from './players.ts'
import { listens, scriptOf } from './sides.ts'

/** Cash-outs that come at one instant. */
const flyers = 200
/** Who only watch: several sockets of few players, as nothing is told to them alone. */
const watchers = 8

/** The same cash-outs by both ways, one round of Aviator each. */
export interface CashOutRound {
  readonly gateway: CashOutsSeen
  readonly plain: CashOutsSeen
}

async function flyOnce(port: number, sockets: number, tokensFile: string): Promise<CashOutsSeen> {
  const players = new Players(tokensFile)
  try {
    await players.order({ do: 'connect', port, protocol: 'socket.io', sockets })
    const { cashOuts } = await players.order({ do: 'cash-outs', players: flyers })
    if (cashOuts === undefined) throw new Error('Nothing was cashed out')
    await players.order({ do: 'close' })
    return cashOuts
  } finally {
    await players.stop()
  }
}

/** The whole product with so many sockets, and beside it a plain Socket.IO server with the same services behind it: an acknowledgement is a commit of the wallet. */
export async function measureCashOuts(
  product: Product,
  rounds: number,
  sockets: number,
  report: (line: string) => void,
): Promise<CashOutRound[]> {
  await product.start()
  report(`signing up ${flyers + watchers} players`)
  const own = (await product.players(flyers + watchers)).map(({ api }) => api.token ?? '')
  const tokens = Array.from(
    { length: sockets },
    (_, number) => own[number < flyers ? number : flyers + (number % watchers)],
  )
  const tokensFile = join(product.local.root, 'tokens-of-flyers.json')
  await writeFile(tokensFile, JSON.stringify(tokens), { mode: 0o600 })
  const { NATS_URL = '' } = await readServiceEnvironment(product.local, 'gateway')
  const port = await freePort()
  const plain = startScript(scriptOf('plain-game'), { NATS_URL, PORT: String(port), NODE_ENV: 'production' })
  plain.stdout?.resume()
  try {
    await eventually('the plain server listens', () => listens(port), 30_000)
    const seen: CashOutRound[] = []
    for (let round = 1; round <= rounds; round += 1) {
      const gateway = await flyOnce(Number(new URL(product.url).port), sockets, tokensFile)
      seen.push({ gateway, plain: await flyOnce(port, sockets, tokensFile) })
      const [ours, theirs] = [gateway.p99Ms, seen.at(-1)?.plain.p99Ms ?? Number.NaN]
      report(
        `  ${flyers} cash-outs at once: p99 ${ours.toFixed(0)} ms by the gateway, ${theirs.toFixed(0)} ms by plain Socket.IO`,
      )
    }
    return seen
  } finally {
    await stopScript(plain)
  }
}
