import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { adminGetPlayerFunds, auditedServices, aviatorGetState } from '@kismet/contracts'
import { localDirAt } from '@kismet/real-servers/local-dir'
import { sentenceFor, StackError } from '@kismet/real-servers/stack-error'
import { provideChromium } from '@kismet/real-servers/test-programs'
import { version as tag } from '@kismet/real-servers/version'
import { AdminActor, PlayerActor } from '@kismet/test-env/actors'
import type { CodeSource } from '@kismet/test-env/actors'
import { eventually } from '@kismet/test-env/eventually'
import { PlayerSocket } from '@kismet/test-env/player-socket'
import { readModel } from '../compose/model.ts'
import { mailPage } from '../demo/mail-page.ts'
import { Engine } from '../images/engine.ts'
import { Installation } from '../images/installation.ts'
import { Load } from '../images/load.ts'
import { baseImages, buildImages, sizesOf, startTimesOf } from '../images/measures.ts'
import { Monitoring } from '../images/monitoring.ts'
import { provideOfficialImages } from '../images/stand-ins.ts'
import { playStory } from '../images/story.ts'
import { trials } from '../images/trials.ts'
import { putBack, putBackElsewhere, renewPasswords, upgrade } from '../images/upkeep.ts'

// Tests the images and docker-compose.yml on a real engine. Players bet while containers are stopped, killed and cut off.
// At the end the ledger must balance.
const twoOfEach = { gateway: 2, wallet: 2, aviator: 2 }
const rollers = 6
const flyers = 2
const mostMb = 250
const startWithinMs = 5_000
/** Bets of the load cash out at 1.2. */
const roundEndsWithinMs = 60_000
const askEveryMs = 1_000
/** The load has no bets of this game. */
const partThatIsAway = 'mines'

const report = (line: string) => console.log(`[${process.uptime().toFixed(1).padStart(6)} s] ${line}`)

async function provideImages(engine: Engine): Promise<boolean> {
  const model = await readModel()
  const composed = Object.values(model.services).map(({ image }) => image)
  const official = [...new Set([...(await baseImages()), ...composed])].filter((image) => !image.startsWith('kismet/'))
  const withStandIns = await provideOfficialImages(engine, official, localDirAt(process.env.LOCAL_DIR), report)
  await buildImages(engine, tag, report)
  const sizes = await sizesOf(engine, tag)
  for (const [name, mb] of sizes) report(`${name} is ${mb.toFixed(0)} MB over its base`)
  const large = [...sizes].filter(([, mb]) => mb > mostMb).map(([name]) => name)
  if (large.length > 0) throw new StackError(`More than ${mostMb} MB over their base: ${large.join(', ')}.`)
  return withStandIns
}

async function reportStarts(engine: Engine, installation: Installation): Promise<void> {
  const times = await startTimesOf(engine, installation)
  report(`ms from the start of a container to its service: ${[...times].map((pair) => pair.join(' ')).join(', ')}`)
  const slow = [...times].filter(([, ms]) => ms > startWithinMs).map(([name]) => name)
  if (slow.length > 0) report(`more than ${startWithinMs} ms: ${slow.join(', ')}`)
  await installation.healthy()
}

/** People who have signed up and have money. */
async function makePlayers(
  { webUrl }: Installation,
  admin: AdminActor,
  mailbox: CodeSource,
  count: number,
): Promise<PlayerActor[]> {
  const players = Array.from({ length: count }, (_, at) => new PlayerActor(webUrl, `load-${at}@example.in`))
  for (const player of players) {
    await player.signUp(mailbox)
    await Load.fund(player, admin)
  }
  return players
}

/** A page without WebSockets stays with the gateway that it began with, of two. */
async function poll(installation: Installation, player: PlayerActor): Promise<void> {
  const socket = await PlayerSocket.open(installation.webUrl, player.api.token, 'polling')
  for (let turn = 0; turn < 20; turn += 1) await socket.ask(aviatorGetState)
  socket.close()
  report('20 questions by polling were answered behind two gateways')
}

/** Somebody would be woken when a service is away, and sleep on when it is back. */
async function tryAlarms(installation: Installation, load: Load): Promise<void> {
  const monitoring = new Monitoring(installation)
  report(`Prometheus reads ${await monitoring.seesAll()}`)
  await installation.compose('stop', partThatIsAway)
  await monitoring.tellsOf('NoReplicaReady')
  await installation.compose('start', partThatIsAway)
  await monitoring.isQuiet()
  await load.goesOn()
  report(`without ${partThatIsAway} Alertmanager received an alarm; the alarm ended when ${partThatIsAway} was back`)
}

async function tryEverything(engine: Engine, installation: Installation, load: Load): Promise<void> {
  await load.goesOn()
  for (const { what, run } of trials) {
    const [before, beganAtMs] = [new Map(load.failures), performance.now()]
    await run(engine, installation)
    await installation.healthy()
    await load.goesOn()
    const seconds = ((performance.now() - beganAtMs) / 1_000).toFixed(1)
    const met = [...load.failures].flatMap(([kind, count]) => {
      const more = count - (before.get(kind) ?? 0)
      return more === 0 ? [] : [`${more} x ${kind}`]
    })
    report(`${what}: play goes on, all healthy after ${seconds} s; players met ${met.join(', ') || 'nothing'}`)
  }
}

/** Waits until no player has an open bet in a round. An aborted round gives stakes back and would change the balances. */
async function roundsEnd(admin: AdminActor, players: readonly PlayerActor[]): Promise<void> {
  for (const { id, email } of players)
    await eventually(
      `the bets of ${email} are over`,
      async () => {
        const { funds } = await admin.api.must(adminGetPlayerFunds, { id })
        return funds.openStakes === 0 || delay(askEveryMs, false)
      },
      roundEndsWithinMs,
    )
}

/** The ledger and the audit logs, each by its own command in its own container. */
async function proveAll(installation: Installation): Promise<void> {
  console.log(await installation.exec('wallet', 'node', 'services/wallet/src/bin/ledger.ts', 'reconcile'))
  for (const service of auditedServices)
    console.log((await installation.exec(service, 'node', 'libs/service-kit/src/bin/audit-verify.ts', service)).trim())
}

/** Everybody has what they had, and everything is proven, when what was lost has been put back. */
async function provePutBack(
  lost: string,
  installation: Installation,
  players: readonly PlayerActor[],
  putItBack: () => Promise<void>,
): Promise<void> {
  const balances = () => Promise.all(players.map((player) => player.balance())).then(String)
  const before = await balances()
  await putItBack()
  const after = await balances()
  if (after !== before) throw new StackError(`The balances were ${before}, and are ${after} after the loss of ${lost}.`)
  report(`${lost} was lost, PostgreSQL put back from its backup, and everybody has what they had`)
  await proveAll(installation)
}

async function testInstallation(engine: Engine, installation: Installation, folder: string): Promise<void> {
  await installation.remove()
  await installation.up()
  report('everything is up and healthy')
  const login = { username: 'owner', password: await installation.adminPassword() }
  const mailbox = mailPage(installation.mailPort)
  const { webUrl, adminUrl } = installation
  await playStory({ webUrl, adminUrl, admin: login, mailbox })
  report('the story was played in a browser')
  const admin = new AdminActor(adminUrl)
  await admin.login(login.username, login.password)
  const players = await makePlayers(installation, admin, mailbox, rollers + flyers)
  const load = Load.start(players.slice(flyers), players.slice(0, flyers))
  await installation.up(twoOfEach)
  report('two of each of gateway, wallet and aviator are up, under load')
  if (players[0] !== undefined) await poll(installation, players[0])
  await tryAlarms(installation, load)
  await tryEverything(engine, installation, load)
  await renewPasswords(installation)
  await load.goesOn()
  report('passwords of the bus, Redis and PostgreSQL were renewed; play goes on')
  await upgrade(installation, twoOfEach)
  await load.goesOn()
  report('the steps of an upgrade were taken, and play goes on')
  const faults = await load.stop()
  report(`${load.rolls} rolls and ${load.bets} bets in rounds`)
  if (faults.length > 0) throw new StackError(faults.join('\n'))
  report('the balance of everybody who rolled is what their rolls make it')
  await roundsEnd(admin, players)
  await proveAll(installation)
  await provePutBack('the volume of PostgreSQL', installation, players, () => putBack(engine, installation))
  await provePutBack('the machine', installation, players, () => putBackElsewhere(engine, installation, folder))
  await playStory({ webUrl, adminUrl, admin: login, mailbox })
  report('the story was played again')
  await reportStarts(engine, installation)
}

let engine: Engine | undefined
let installation: Installation | undefined
try {
  const local = localDirAt(process.env.LOCAL_DIR)
  await provideChromium(report)
  engine = await Engine.provide(report)
  const withStandIns = await provideImages(engine)
  const folder = join(local.root, 'images-test')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  installation = await Installation.prepare(engine, folder, withStandIns)
  await testInstallation(engine, installation, folder)
} catch (error) {
  console.error(sentenceFor(error))
  process.exitCode = 1
}
await installation?.remove().catch((error: unknown) => console.error(sentenceFor(error)))
await engine?.stop()
process.exit()
