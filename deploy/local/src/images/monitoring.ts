import { setTimeout as delay } from 'node:timers/promises'
import { serviceNames } from '@kismet/contracts'
import { eventually } from '@kismet/test-env/eventually'
import { z } from 'zod'

const scrapedWithinMs = 120_000
const firesWithinMs = 240_000
const askEveryMs = 2_000

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

/** The Prometheus of an installation, at its URL. */
export class Monitoring {
  readonly #url: string

  constructor(url: string) {
    this.#url = url
  }

  /** Waits until every service answers and every rule could be looked at. @returns how many processes and rules there are */
  async seesAll(): Promise<string> {
    return eventually(
      'Prometheus reads every service and every rule',
      async () => {
        await delay(askEveryMs)
        const targets = Targets.parse(await this.#get('targets?state=active')).data.activeTargets
        const rules = Rules.parse(await this.#get('rules')).data.groups.flatMap((group) => group.rules)
        const seen = new Set(targets.map(({ labels }) => labels.app_kubernetes_io_name))
        const isWell =
          seen.size === serviceNames.length &&
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
  async tellsOf(alarm: string): Promise<void> {
    const isTold = async () => (await this.firing()).includes(alarm) && (await this.#told()) > 0
    await eventually(
      `Alertmanager is told of ${alarm}`,
      async () => (await isTold()) || delay(askEveryMs, false),
      firesWithinMs,
    )
  }

  /** Waits until nothing is wrong any more. */
  async isQuiet(): Promise<void> {
    const isQuiet = async () => (await this.firing()).length === 0
    await eventually('no alarm is on', async () => (await isQuiet()) || delay(askEveryMs, false), firesWithinMs)
  }

  async #told(): Promise<number> {
    const response = await fetch(`${this.#url}/metrics`)
    const [, sent = '0'] = /^prometheus_notifications_sent_total\{[^}]*\} (\d+)/m.exec(await response.text()) ?? []
    return Number(sent)
  }

  async #get(path: string): Promise<unknown> {
    const response = await fetch(`${this.#url}/api/v1/${path}`)
    return response.json()
  }
}
