// make load: k6 against the running stack, by players who have signed up and have money. See deploy/k6/README.md.
import { randomBytes } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  aviatorCashout,
  aviatorCrashed,
  aviatorPlaceBet,
  aviatorRoundStarted,
  aviatorTicked,
  aviatorVoided,
  getBalance,
  getConfig,
  playDice,
  socketPath,
} from '@kismet/contracts'
import type { ErrorCode } from '@kismet/contracts'
import { runToEnd } from '@kismet/local-stack/bin/run-to-end'
import { answersOk } from '@kismet/local-stack/probes'
import { readServiceEnvironment } from '@kismet/local-stack/service-environment'
import { readSettings } from '@kismet/local-stack/settings'
import { readRunningPorts } from '@kismet/local-stack/stack-state'
import { repositoryRoot } from '@kismet/real-servers/local-dir'
import { makePlayers } from '../players.ts'
import { provideK6 } from './k6.ts'

const allScripts = ['smoke', 'bets', 'aviator']
const usualPlayers = 50
const crashed: ErrorCode = 'round_crashed'

const report = (line: string): void => console.log(line)

const wire = {
  routes: { config: getConfig.route.path, ready: '/ready', balance: getBalance.route.path, dice: playDice.route.path },
  events: {
    roundStart: aviatorRoundStarted.socket.event,
    tick: aviatorTicked.socket.event,
    roundEnds: [aviatorCrashed.socket.event, aviatorVoided.socket.event],
    placeBet: aviatorPlaceBet.event,
    cashOut: aviatorCashout.event,
    crashed,
  },
}

/** @throws Error when a threshold was crossed, or k6 could not run */
async function main({ PLAYERS, ONLY }: NodeJS.ProcessEnv): Promise<void> {
  const scripts = allScripts.filter((name) => ONLY === undefined || ONLY === '' || name === ONLY)
  if (scripts.length === 0) throw new Error(`ONLY is one of ${allScripts.join(', ')}.`)
  const count = Number(PLAYERS === undefined || PLAYERS === '' ? usualPlayers : PLAYERS)
  if (!Number.isInteger(count) || count < 1 || count > 1_000) throw new Error('PLAYERS is a number of 1 to 1000.')
  const { local } = readSettings(process.env)
  const ports = await readRunningPorts(local)
  const url = `http://127.0.0.1:${ports.gateway}`
  if (!(await answersOk(`${url}${wire.routes.ready}`)))
    throw new Error(`Kismet does not serve at ${url}: see make status.`)
  const k6 = await provideK6(local, report)
  report(`signing up ${count} players`)
  const { NATS_URL = '' } = await readServiceEnvironment(local, 'payments')
  const door = { gatewayUrl: url, mailPort: ports.mail, paymentsNatsUrl: NATS_URL }
  const players = await makePlayers(count, door, `load-${randomBytes(4).toString('hex')}`)
  const loadFile = join(local.root, 'load.json')
  const socketUrl = `ws://127.0.0.1:${ports.gateway}${socketPath}/?EIO=4&transport=websocket`
  const tokens = players.map(({ api }) => api.token)
  await writeFile(loadFile, JSON.stringify({ url, socketUrl, ...wire, tokens }), { mode: 0o600 })
  for (const name of scripts) {
    report(`\nk6: ${name}`)
    const script = join(repositoryRoot, 'deploy/k6', `${name}.js`)
    const code = await runToEnd(k6, ['run', '--quiet', script], { ...process.env, LOAD_FILE: loadFile })
    if (code !== 0) throw new Error(`${name}: k6 ended with ${code}`)
  }
}

await main(process.env).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
})
