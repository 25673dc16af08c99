import { setTimeout as delay } from 'node:timers/promises'
import { serviceNames } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { z } from 'zod'
import type { Installation } from './installation.ts'

const scrapedWithinMs = 120_000
const firesWithinMs = 240_000
const askEveryMs = 2_000

const alertmanager = ['--alertmanager.url=http://127.0.0.1:9093']

const Targets = z.object({
  data: z.object({
    activeTargets: z.array(
      z.object({
        health: z.string(),
        lastError: z.string(),
        labels: z.object({ app_kubernetes_io_name: z.string(), pod: z.string() }),
      }),
    ),
  }),
})
const Rules = z.object({
  data: z.object({
    groups: z.array(
      z.object({
        rules: z.array(z.object({ name: z.string(), health: z.string(), lastError: z.string().optional() })),
      }),
    ),
  }),
})
const Alerts = z.object({
  data: z.object({ alerts: z.array(z.object({ state: z.string(), labels: z.record(z.string(), z.string()) })) }),
})

/** What Alertmanager has to tell of. */
const Told = z.array(z.object({ labels: z.object({ alertname: z.string() }) }))

/** What looks whether an installation is well. */
export class Monitoring {
  readonly #installation: Installation

  constructor(installation: Installation) {
    this.#installation = installation
  }

  /** Waits until every process of every service answers and every rule could be looked at. @returns how many processes and rules there are */
  async seesAll(): Promise<string> {
    const running = (await Promise.all(serviceNames.map((name) => this.#installation.containers(name)))).flat()
    const processes = running.filter(({ State }) => State.Running).length
    return eventually(
      'Prometheus reads every service and every rule',
      async () => {
        await delay(askEveryMs)
        const targets = Targets.parse(await this.#get('targets?state=active')).data.activeTargets
        const rules = Rules.parse(await this.#get('rules')).data.groups.flatMap((group) => group.rules)
        const seen = new Set(targets.map(({ labels }) => labels.app_kubernetes_io_name))
        const isWell =
          seen.size === serviceNames.length &&
          targets.length === processes &&
          targets.every(({ health }) => health === 'up') &&
          rules.every(({ health }) => health === 'ok')
        return isWell && `${targets.length} processes, ${rules.length} rules`
      },
      scrapedWithinMs,
    )
  }

  /** The names of the alarms that are on. */
  async firing(): Promise<string[]> {
    const { alerts } = Alerts.parse(await this.#get('alerts')).data
    return alerts.filter(({ state }) => state === 'firing').map(({ labels }) => labels.alertname ?? '')
  }

  /** Waits until an alarm is on and Alertmanager has taken it. */
  tellsOf(alarm: string): Promise<void> {
    const isTold = async () => (await this.firing()).includes(alarm) && (await this.#told()).includes(alarm)
    return until(`Alertmanager is told of ${alarm}`, isTold)
  }

  /** Waits until no alarm is on in Prometheus and Alertmanager. */
  isQuiet(): Promise<void> {
    const isQuiet = async () => (await this.firing()).length === 0 && (await this.#told()).length === 0
    return until('no alarm is on', isQuiet)
  }

  /** The alarms that Alertmanager tells of: asked of itself, for it has no port outside. */
  async #told(): Promise<string[]> {
    const said = await this.#installation.exec('alertmanager', 'amtool', '--output=json', ...alertmanager, 'alert')
    return Told.parse(JSON.parse(said)).map(({ labels }) => labels.alertname)
  }

  async #get(path: string): Promise<unknown> {
    const response = await fetch(`${this.#installation.prometheusUrl}/api/v1/${path}`)
    return response.json()
  }
}

async function until(what: string, isSo: () => Promise<boolean>): Promise<void> {
  await eventually(what, async () => (await isSo()) || delay(askEveryMs, false), firesWithinMs)
}
