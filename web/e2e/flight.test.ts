import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals'
import { aviatorEvents } from '@kismet/contracts'
import type { SocketEventShape } from '@kismet/contracts'
import { flightInstantMs, flightMultiplierHundredths } from '@kismet/fairness'
import { eventually } from '@kismet/test-env/eventually'
import { TestPages } from '@kismet/test-env/pictures/test-pages'
import type { Page, WebSocketRoute } from 'playwright-core'
import { z } from 'zod'
import { PlayerGateway } from '../src/testing/player-gateway.ts'
import { TestRound } from '../src/testing/aviator-rounds.ts'
import { playerStorage } from './pictured-pages.ts'

// Flights take their time.
jest.setTimeout(60_000)

interface Sample {
  readonly atMs: number
  readonly hundredths: number
}

/** How often the canvas was looked at, and found empty. */
interface Looks {
  readonly all: number
  readonly blank: number
}

/** Notes in each frame what the number says. */
const watchNumber = `{
  globalThis.samples = []
  const look = () => {
    const text = document.querySelector('[aria-live="off"]')?.textContent ?? ''
    globalThis.samples.push({ atMs: Date.now(), hundredths: Math.round(Number.parseFloat(text) * 100) })
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
}`
const samplesOf = (page: Page): Promise<Sample[]> => page.evaluate('globalThis.samples')
/** Until so many more frames were drawn. */
async function draw(page: Page, frames: number): Promise<void> {
  const drawn = (await samplesOf(page)).length
  await page.waitForFunction(
    (least) => (globalThis as unknown as { samples: Sample[] }).samples.length >= least,
    drawn + frames,
  )
}
/** Until the clock of the page is past a moment. */
const until = (page: Page, momentMs: number): Promise<unknown> =>
  page.waitForFunction((least) => Date.now() > least, momentMs)
const pictureOf = (page: Page): Promise<string> => page.evaluate('document.querySelector("main canvas").toDataURL()')

/** The server of one flight, in real time. */
class Flight {
  readonly round: TestRound
  readonly #socket: WebSocketRoute
  #timers: ReturnType<typeof setTimeout>[] = []

  constructor(socket: WebSocketRoute, round: TestRound) {
    this.#socket = socket
    this.round = round
  }

  tell<E extends SocketEventShape>(event: E, told: z.output<E['payload']>): void {
    this.#socket.send(`42${JSON.stringify([event.event, z.encode(event.payload, told)])}`)
  }

  /** Takes off at its time and ticks ten times a second, `ticks` times. */
  run(ticks: number, then: () => void): void {
    const { takeoffAt } = this.round
    const at = (ms: number, what: () => void): void =>
      void this.#timers.push(setTimeout(what, takeoffAt + ms - Date.now()))
    at(0, () => this.tell(aviatorEvents.takeoff, this.round.takeoff))
    for (let seq = 1; seq <= ticks; seq++)
      at(seq * 100, () => this.tell(aviatorEvents.multiplier, { ...this.round.tick(seq), serverTime: Date.now() }))
    at((ticks + 1) * 100, then)
  }

  end(): void {
    this.#timers.forEach(clearTimeout)
  }
}

describe('the curve of Aviator in a browser', () => {
  let pages: TestPages
  let flight: Flight | null = null

  beforeAll(async () => {
    pages = await TestPages.open('web')
  }, 180_000)
  afterAll(async () => {
    flight?.end()
    await pages.close()
  })

  /** A page whose round takes off in a second. */
  async function openFlight(): Promise<{ page: Page; flight: Flight }> {
    const gateway = new PlayerGateway()
    const connected = Promise.withResolvers<WebSocketRoute>()
    const page = await pages.openPage({
      path: '/casino/aviator',
      storage: playerStorage,
      reply: (url, call) => gateway.reply(url, call),
      serverTime: Date.now(),
      acknowledge: () => null,
      onSocket: connected.resolve,
    })
    // The round begins when the page is there, however long that took. Its first frame says that it connects, too, and hears nothing.
    await page.locator('#first-frame').waitFor({ state: 'detached' })
    await page.getByText('CONNECTING TO AVIATOR SERVER').waitFor()
    const round = new TestRound(17, Date.now() - 8_000)
    flight = new Flight(await connected.promise, round)
    flight.tell(aviatorEvents.state, round.snapshot({ serverTime: Date.now() }))
    await page.getByText('Waiting for next round').first().waitFor()
    await page.evaluate(watchNumber)
    return { page, flight }
  }

  it('is drawn by the clock of the server without drift, and stops where it crashes', async () => {
    const { page, flight: own } = await openFlight()
    const { round } = own
    const ticks = 20
    const crashMs = (ticks + 1) * 100
    const crashPoint = flightMultiplierHundredths(crashMs) / 100
    own.run(ticks, () => own.tell(aviatorEvents.crash, { ...round.crash, crashPoint, serverTime: Date.now() }))
    await page.getByText('CRASHED! at').first().waitFor()
    const samples = (await samplesOf(page)).filter(
      ({ atMs }) => atMs >= round.takeoffAt && atMs < round.takeoffAt + crashMs,
    )
    expect(samples.length).toBeGreaterThan(10)
    for (const [at, { atMs, hundredths }] of samples.entries()) {
      const flownMs = atMs - round.takeoffAt
      expect(hundredths).toBeGreaterThanOrEqual(samples[at - 1]?.hundredths ?? 100)
      // Never ahead of the server, and behind it by no more than the silence that is bridged and a late frame.
      expect(hundredths).toBeLessThanOrEqual(flightMultiplierHundredths(flownMs))
      expect(hundredths).toBeGreaterThanOrEqual(flightMultiplierHundredths(Math.max(0, flownMs - 1_000)))
    }
    await until(page, round.takeoffAt + crashMs + 600)
    const atCrash = await samplesOf(page)
    expect(atCrash.at(-1)?.hundredths).toBe(Math.round(crashPoint * 100))
    expect(flightInstantMs(Math.round(crashPoint * 100))).toBeLessThanOrEqual(crashMs)
    const drawn = await pictureOf(page)
    await draw(page, 20)
    expect(await pictureOf(page)).toBe(drawn)
    await page.close()
  })

  it('is never blank: not as the next round opens, nor as the window becomes another', async () => {
    const { page, flight: own } = await openFlight()
    await page.evaluate(`{
      const canvas = document.querySelector('main canvas')
      const context = canvas.getContext('2d')
      globalThis.looks = { all: 0, blank: 0 }
      // After a frame was drawn and laid out, as it is seen.
      const seen = new MessageChannel()
      seen.port1.onmessage = () => {
        globalThis.looks.all += 1
        if (context.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data[3] === 0) globalThis.looks.blank += 1
      }
      const look = () => {
        seen.port2.postMessage(0)
        requestAnimationFrame(look)
      }
      requestAnimationFrame(look)
    }`)
    const looks = (): Promise<Looks> => page.evaluate('globalThis.looks')
    const lookOn = async (): Promise<void> => {
      const least = (await looks()).all + 10
      await page.waitForFunction((all) => (globalThis as unknown as { looks: Looks }).looks.all >= all, least)
    }
    await lookOn()
    for (const next of [18, 19, 20]) {
      own.tell(aviatorEvents.roundStart, new TestRound(next, Date.now()).roundStart)
      await lookOn()
    }
    for (const width of [400, 700, 360]) {
      await page.setViewportSize({ width, height: 800 })
      await lookOn()
    }
    expect((await looks()).blank).toBe(0)
    await page.close()
  })

  it('moves while it flies, and stands still 300 ms after the last word of the server', async () => {
    const { page, flight: own } = await openFlight()
    const silent = Promise.withResolvers<undefined>()
    // Long enough that a busy machine draws some of it.
    const ticks = 30
    own.run(ticks, () => silent.resolve(undefined))
    await page.waitForFunction(() => document.querySelector('[aria-live="off"]')?.checkVisibility())
    const first = await pictureOf(page)
    await eventually('the curve has moved', async () => (await pictureOf(page)) !== first)
    await silent.promise
    await until(page, Date.now() + 600)
    const last = (await samplesOf(page)).at(-1)?.hundredths ?? 0
    await draw(page, 20)
    expect((await samplesOf(page)).at(-1)?.hundredths).toBe(last)
    // How late the last tick left its timer is not known.
    expect(last).toBeLessThanOrEqual(flightMultiplierHundredths(ticks * 100 + 300 + 250))
    await page.close()
  })
})
