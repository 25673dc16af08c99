import { sealStars } from '../seal/stars.ts'

/** The colours of the sky, read from the tokens. */
export interface SkyColours {
  zenith: string
  high: string
  low: string
  dusk: string
  glow: string
  ridgeFar: string
  ridgeNear: string
}

/** What the land is painted from: it is the same under every constellation. */
export interface LandScene {
  width: number
  height: number
  colours: SkyColours
}

/** The still night: a gradient, stars, the constellation of `hash`, two ridges, the lights of a town. */
export interface SkyScene extends LandScene {
  hash: string
  /** How bright the constellation is, 0 to 1. */
  starlight?: number
}

const phoneWidth = 500

/** A small repeatable series of numbers in 0..1, so that the same sky is drawn each time; nothing of chance is in it. */
function series(seed: number): () => number {
  let state = seed
  return () => (state = (state * 1664525 + 1013904223) >>> 0) / 2 ** 32
}

/** Where the land begins in a still sky, as a part of its height. */
export const groundPart = 0.87

/** Draws the scene on a context whose unit is one CSS pixel. */
export function paintSky(context: CanvasRenderingContext2D, scene: SkyScene): void {
  paintHeavens(context, scene)
  paintLand(context, scene, scene.height)
}

/** What is far away: the gradient of the night, stars and the constellation. */
export function paintHeavens(context: CanvasRenderingContext2D, scene: SkyScene): void {
  const { width, height, colours } = scene
  const ground = height * groundPart
  const sky = context.createLinearGradient(0, 0, 0, ground - height * 0.05)
  sky.addColorStop(0, colours.zenith)
  sky.addColorStop(0.34, colours.high)
  sky.addColorStop(0.74, colours.low)
  sky.addColorStop(0.93, colours.dusk)
  sky.addColorStop(1, colours.glow)
  context.fillStyle = sky
  context.fillRect(0, 0, width, height)
  paintStars(context, scene, ground)
  paintConstellation(context, scene)
}

/** What is near: two ridges and the lights of a town, on land that goes down to `bottom`. */
export function paintLand(context: CanvasRenderingContext2D, scene: LandScene, bottom: number): void {
  const { width, height, colours } = scene
  const ground = height * groundPart
  paintRidge(context, scene, {
    base: ground + height * 0.01,
    rise: Math.min(height * 0.2, width * 0.3),
    seed: 7,
    colour: colours.ridgeFar,
    bottom,
  })
  paintRidge(context, scene, {
    base: ground + height * 0.035,
    rise: Math.min(height * 0.09, width * 0.13),
    seed: 23,
    colour: colours.ridgeNear,
    bottom,
  })
  paintLights(context, scene, ground)
}

function paintStars(context: CanvasRenderingContext2D, { width }: SkyScene, ground: number): void {
  const next = series(48213)
  for (let star = 0; star < (width < phoneWidth ? 130 : 300); star++) {
    const [x, y, radius] = [next() * width, next() ** 1.5 * ground * 0.9, 0.35 + next() ** 5 * 1.25]
    context.globalAlpha = (0.25 + next() * 0.65) * (1 - (y / ground) * 0.8)
    context.fillStyle = next() > 0.85 ? '#ffe2b0' : '#e6ecff'
    context.beginPath()
    context.arc(x, y, radius, 0, 7)
    context.fill()
  }
  context.globalAlpha = 1
}

function paintConstellation(context: CanvasRenderingContext2D, { width, height, hash, starlight = 1 }: SkyScene): void {
  const small = width < phoneWidth
  const box = small
    ? { x: width * 0.42, y: height * 0.12, width: width * 0.44, height: height * 0.3 }
    : { x: width * 0.5, y: height * 0.13, width: width * 0.36, height: height * 0.28 }
  const stars = sealStars(hash).map((star) => ({
    ...star,
    px: box.x + star.x * box.width,
    py: box.y + star.y * box.height,
  }))
  context.globalAlpha = starlight
  context.strokeStyle = 'rgba(214,222,255,.34)'
  context.lineWidth = 1
  context.beginPath()
  for (const { px, py } of stars) context.lineTo(px, py)
  context.stroke()
  for (const { px, py, size, bright } of stars) {
    const radius = size * (small ? 1.6 : 2.2) * (bright ? 3.4 : 1)
    context.fillStyle = bright ? '#ffd68a' : '#eef1ff'
    context.beginPath()
    if (bright) spark(context, px, py, radius)
    else context.arc(px, py, radius, 0, 7)
    context.fill()
  }
  context.globalAlpha = 1
}

function spark(context: CanvasRenderingContext2D, x: number, y: number, radius: number): void {
  context.moveTo(x, y - radius)
  const corners: [number, number][] = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ]
  for (const [right, down] of corners) context.quadraticCurveTo(x, y, x + right * radius, y + down * radius)
}

function paintRidge(
  context: CanvasRenderingContext2D,
  { width }: LandScene,
  ridge: { base: number; rise: number; seed: number; colour: string; bottom: number },
): void {
  const next = series(ridge.seed)
  let points = [0.25, 0.62, 0.3, 0.5, 0.22, 0.8]
  for (let depth = 0, roughness = 0.42; depth < 5; depth++, roughness *= 0.56) {
    const coarse = points
    points = coarse.flatMap((point, at) => {
      const before = coarse[at - 1]
      return before === undefined ? [point] : [(before + point) / 2 + (next() - 0.5) * roughness, point]
    })
  }
  context.fillStyle = ridge.colour
  context.beginPath()
  context.moveTo(0, ridge.bottom)
  points.forEach((point, at) => context.lineTo((at * width) / (points.length - 1), ridge.base - point * ridge.rise))
  context.lineTo(width, ridge.bottom)
  context.fill()
}

function paintLights(context: CanvasRenderingContext2D, { width, height }: LandScene, ground: number): void {
  const next = series(9)
  for (let light = 0; light < (width < phoneWidth ? 16 : 40); light++) {
    context.globalAlpha = 0.3 + next() * 0.6
    context.fillStyle = '#ffca7a'
    context.fillRect(next() * width, ground + height * 0.045 + next() * (height - ground) * 0.35, 1.3, 1.3)
  }
  context.globalAlpha = 1
}
