import { flightCurve } from '@kismet/fairness'
import type { SkyScene } from '@kismet/ui/sky/paint.ts'
import { groundPart } from '@kismet/ui/sky/paint.ts'
import { prefersReducedMotion } from '@kismet/ui/motion.ts'
import { paintBurst } from './flight-burst.ts'
import type { FlightFrame } from './flight-frame.ts'
import { newFrame } from './flight-frame.ts'
import { FlightLayers } from './flight-layers.ts'

const phoneWidth = 500
/** The scale runs from 1x to 5x, and then follows the plane. */
const scaleTop = 5
const msPerDoubling = 20_000
const trailPoints = 72
const trailShades = 32
const liftOffMs = 1_200
const burstMs = 320
const noDash: number[] = []
const crashDash = [2, 9]
const restDash = [2, 8]
const marks = [2, 3, 4, 5, 10, 20, 50, 100].map((multiplier) => ({ multiplier, text: `${multiplier}x` })).toReversed()
const leastGap = 20

export interface FlightColours {
  readonly sky: SkyScene['colours']
  /** The horizon after a crash. */
  readonly crash: string
  readonly font: string
}

/** Draws frames of a flight. What is in many of them is painted once (`FlightLayers`), so that a frame makes no objects. */
export class FlightPainter {
  readonly #context: CanvasRenderingContext2D
  readonly #colours: FlightColours
  #layers: FlightLayers | null = null
  #plane: HTMLImageElement | null = null
  #trails: CanvasGradient[] = []
  #crashTrails: CanvasGradient[] = []
  #width = 0
  #height = 0
  #density = 1
  #hash = ''
  /** What the canvas shows, unless something else than the frame has changed since. */
  readonly #drawn = newFrame()
  #isShown = false
  /** Whether nothing is to move, as it was when the phase was first drawn. */
  #isStill = false
  /** The scale of the frame that is drawn: from the start of the curve to its end, in pixels. */
  #left = 0
  #right = 0
  #base = 0
  #ceiling = 0
  #top = scaleTop
  #spanMs = 0

  constructor(context: CanvasRenderingContext2D, colours: FlightColours) {
    this.#context = context
    this.#colours = colours
  }

  get #isSmall(): boolean {
    return this.#width < phoneWidth
  }

  /** How far the plane stands from the left before it takes off. */
  get #standsAhead(): number {
    return this.#isSmall ? 46 : 84
  }

  /** Takes a new size in CSS pixels, with `density` device pixels each. */
  resize(width: number, height: number, density: number): void {
    Object.assign(this.#context.canvas, { width: Math.round(width * density), height: Math.round(height * density) })
    this.#width = width
    this.#height = height
    this.#density = density
    this.#left = this.#isSmall ? 18 : 36
    this.#right = width - (this.#isSmall ? 78 : 132)
    this.#ceiling = height * 0.16
    this.#trails = this.#gradients('255,214,138')
    this.#crashTrails = this.#gradients('255,112,121')
    this.forget()
  }

  /** The constellation of the round; as long as it has none nothing is drawn. */
  hang(hash: string): void {
    if (hash === this.#hash) return
    this.#hash = hash
    this.#layers?.hang(hash)
    this.#isShown = false
  }

  take(plane: HTMLImageElement): void {
    this.#plane = plane
    this.#layers?.take(plane)
    this.#isShown = false
  }

  /** What the canvas showed is lost. */
  forget(): void {
    this.#layers = null
    this.#isShown = false
  }

  /** Draws a frame, unless it is there already or there is no room. */
  draw(frame: FlightFrame): void {
    const { phase, elapsedMs, endMs } = frame
    if (this.#width === 0 || this.#height === 0 || this.#hash === '') return
    const layers = (this.#layers ??= this.#newLayers())
    if (!this.#isNew(frame)) {
      if (phase === 'betting') layers.paintAhead()
      return
    }
    this.#context.setTransform(this.#density, 0, 0, this.#density, 0, 0)
    const multiplier = phase === 'flying' || phase === 'crashed' ? flightCurve(elapsedMs) : 1
    const ground = this.#drawScene(layers, frame, multiplier)
    if (phase === 'calm') return
    this.#base = ground - (this.#isSmall ? 2 : 6)
    this.#top = Math.max(scaleTop, multiplier)
    this.#spanMs = Math.log(this.#top) * msPerDoubling
    this.#drawMarks()
    if (phase === 'betting') {
      this.#drawRunway(ground)
      this.#drawPlane(layers, this.#left + this.#standsAhead, ground - (this.#isSmall ? 8 : 16), 0)
      return
    }
    if (phase === 'flying' && endMs > elapsedMs) this.#drawRest(elapsedMs, endMs)
    this.#drawTrail(elapsedMs, phase === 'crashed')
    if (phase === 'crashed') {
      const size = (this.#isSmall ? 22 : 36) * (0.4 + (0.6 * this.#drawn.crashedForMs) / burstMs)
      paintBurst(this.#context, this.#x(elapsedMs), this.#y(multiplier), size)
    } else this.#drawFlyingPlane(layers, elapsedMs, multiplier)
  }

  /** Whether a frame looks another way than the canvas, which it does from now on: for long it is the same, sixty times a second. */
  #isNew({ phase, elapsedMs, endMs, crashedForMs }: FlightFrame): boolean {
    const drawn = this.#drawn
    const isSamePhase = this.#isShown && drawn.phase === phase
    if (!isSamePhase) this.#isStill = prefersReducedMotion()
    const burstForMs = burstMs * this.#come(crashedForMs, burstMs)
    const isSame =
      isSamePhase && drawn.elapsedMs === elapsedMs && drawn.endMs === endMs && drawn.crashedForMs === burstForMs
    drawn.phase = phase
    drawn.elapsedMs = elapsedMs
    drawn.endMs = endMs
    drawn.crashedForMs = burstForMs
    this.#isShown = true
    return !isSame
  }

  /** How far something has come that takes `lastsMs`: for those who want nothing to move all the way, at once. The curve and the number are none of this: they are what is told. */
  #come(forMs: number, lastsMs: number): number {
    return this.#isStill ? 1 : Math.min(1, forMs / lastsMs)
  }

  #newLayers(): FlightLayers {
    const scene = { width: this.#width, height: this.#height, hash: this.#hash, colours: this.#colours.sky }
    return new FlightLayers(scene, this.#density, this.#plane, this.#colours.crash)
  }

  /** Trails that end in each part of the width, as a gradient cannot be moved with its line. */
  #gradients(rgb: string): CanvasGradient[] {
    return Array.from({ length: trailShades + 1 }, (_, shade) => {
      const end = this.#left + ((this.#right - this.#left) * Math.max(1, shade)) / trailShades
      const gradient = this.#context.createLinearGradient(this.#left, 0, end, 0)
      gradient.addColorStop(0, `rgba(${rgb},0)`)
      gradient.addColorStop(0.3, `rgba(${rgb},.55)`)
      gradient.addColorStop(1, `rgba(${rgb},1)`)
      return gradient
    })
  }

  /** Sky and land; the land sinks as the plane climbs, where things may move. @returns where it begins */
  #drawScene(layers: FlightLayers, { phase, elapsedMs }: FlightFrame, multiplier: number): number {
    const context = this.#context
    const [width, height] = [this.#width, this.#height]
    const runway = (this.#isSmall ? 0.76 : 0.84) - groundPart
    const climb = this.#isStill ? 0 : 0.05 * Math.min(1, (multiplier - 1) / (scaleTop - 1))
    const off = this.#come(elapsedMs, liftOffMs)
    const isUp = phase === 'flying' || phase === 'crashed'
    const shift = height * (phase === 'calm' ? 0 : isUp ? runway * (1 - off) + climb * off : runway)
    const sky = layers.heavens(isUp ? phase : 'calm')
    context.drawImage(sky, 0, Math.min(0, shift), width, height)
    context.drawImage(layers.land(), 0, shift, width, layers.landHeight)
    return height * groundPart + shift
  }

  #x(elapsedMs: number): number {
    return this.#left + ((this.#right - this.#left) * elapsedMs) / this.#spanMs
  }

  #y(multiplier: number): number {
    return this.#base - ((this.#base - this.#ceiling) * (multiplier - 1)) / (this.#top - 1)
  }

  #drawMarks(): void {
    const context = this.#context
    context.font = this.#colours.font
    context.textAlign = 'right'
    let above = -Infinity
    for (const { multiplier, text } of marks) {
      if (multiplier > this.#top || (multiplier > scaleTop && this.#top <= scaleTop)) continue
      const y = this.#y(multiplier)
      if (y - above < leastGap) continue
      above = y
      context.fillStyle = 'rgba(245,242,234,.66)'
      context.fillText(text, this.#width - (this.#isSmall ? 12 : 20), y + 4)
      context.fillStyle = 'rgba(245,242,234,.22)'
      context.fillRect(this.#width - 8, y, 8, 1)
    }
  }

  #drawRunway(ground: number): void {
    const context = this.#context
    const step = (this.#width - 2 * this.#left) / 25
    for (let light = 0; light < 26; light++) {
      context.fillStyle = light % 2 === 1 ? 'rgba(255,202,122,.9)' : 'rgba(183,155,255,.8)'
      context.fillRect(this.#left + light * step, ground + 5, 2, 2)
    }
  }

  #trace(fromMs: number, toMs: number): void {
    const context = this.#context
    context.beginPath()
    for (let point = 0; point <= trailPoints; point++) {
      const elapsedMs = fromMs + ((toMs - fromMs) * point) / trailPoints
      context.lineTo(this.#x(elapsedMs), this.#y(flightCurve(elapsedMs)))
    }
  }

  #drawTrail(elapsedMs: number, isCrashed: boolean): void {
    const context = this.#context
    const shade = Math.min(trailShades, Math.round((elapsedMs / this.#spanMs) * trailShades))
    context.strokeStyle = (isCrashed ? this.#crashTrails : this.#trails)[shade] ?? 'transparent'
    context.lineCap = 'round'
    context.lineWidth = this.#isSmall ? 3 : 4
    this.#trace(0, elapsedMs)
    context.setLineDash(isCrashed ? crashDash : noDash)
    context.stroke()
    context.setLineDash(noDash)
    if (isCrashed) return
    context.globalAlpha = 0.07
    for (let width = this.#isSmall ? 6 : 9; width < (this.#isSmall ? 26 : 46); width *= 1.5) {
      context.lineWidth = width
      context.stroke()
    }
    context.globalAlpha = 1
  }

  /** In a replay: what is still to come, on the scale of this moment. */
  #drawRest(elapsedMs: number, endMs: number): void {
    const context = this.#context
    context.lineCap = 'round'
    context.lineWidth = this.#isSmall ? 2 : 3
    context.strokeStyle = 'rgba(255,112,121,.8)'
    context.setLineDash(restDash)
    this.#trace(elapsedMs, endMs)
    context.stroke()
    context.setLineDash(noDash)
  }

  #drawFlyingPlane(layers: FlightLayers, elapsedMs: number, multiplier: number): void {
    const [x, y] = [this.#x(elapsedMs), this.#y(multiplier)]
    const slope = Math.atan2(this.#y(multiplier * 1.04) - y, this.#x(elapsedMs + 800) - x)
    const off = this.#come(elapsedMs, liftOffMs)
    const ahead = this.#isSmall ? 16 : 30
    this.#drawPlane(
      layers,
      // From where it stood until its trail is as long.
      Math.max(x + ahead, this.#left + this.#standsAhead),
      y - (this.#isSmall ? 7 : 14),
      Math.max(-0.5, slope * 0.72) * off,
    )
  }

  #drawPlane(layers: FlightLayers, x: number, y: number, angle: number): void {
    const plane = layers.plane()
    if (plane === null) return
    const context = this.#context
    context.save()
    context.translate(x, y)
    context.rotate(angle)
    context.drawImage(plane, -layers.planeWidth / 2, -layers.planeHeight / 2, layers.planeWidth, layers.planeHeight)
    context.restore()
  }
}
