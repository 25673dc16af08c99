import planeArt from '@kismet/ui/art/plane.svg'
import type { LandScene, SkyScene } from '@kismet/ui/sky/paint.ts'
import { paintHeavens, paintLand } from '@kismet/ui/sky/paint.ts'

/** The land goes on below the picture: it sinks when the plane climbs. */
const landDepth = 1.3
const planeShape = 0.524

/** A picture of its own, painted once; its unit is one CSS pixel. */
function layer(
  width: number,
  height: number,
  density: number,
  paint: (context: CanvasRenderingContext2D) => void,
): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * density))
  canvas.height = Math.max(1, Math.round(height * density))
  const context = canvas.getContext('2d')
  context?.scale(density, density)
  if (context) paint(context)
  return canvas
}

const starlight = { calm: 1, flying: 0.5, crashed: 0.35 } as const

/** A sky behind the flight. */
type Heavens = keyof typeof starlight
const allHeavens = ['calm', 'flying', 'crashed'] as const

/** What does not change from frame to frame. Each part is painted when it is first drawn, or ahead of that in a quiet frame: all of them in one would hold up a slow phone. */
export class FlightLayers {
  readonly #scene: LandScene
  readonly #density: number
  readonly #crashColour: string
  readonly #heavens = new Map<Heavens, HTMLCanvasElement>()
  #hash: string
  #land: HTMLCanvasElement | null = null
  #planeImage: HTMLImageElement | null
  #plane: HTMLCanvasElement | null = null
  readonly landHeight: number
  readonly planeWidth: number
  readonly planeHeight: number

  constructor({ hash, ...scene }: SkyScene, density: number, planeImage: HTMLImageElement | null, crashColour: string) {
    this.#scene = scene
    this.#hash = hash
    this.#density = density
    this.#planeImage = planeImage
    this.#crashColour = crashColour
    this.landHeight = scene.height * landDepth
    this.planeWidth = scene.width < 500 ? 84 : 150
    this.planeHeight = this.planeWidth * planeShape
  }

  /** The constellation of another round. */
  hang(hash: string): void {
    this.#hash = hash
    this.#heavens.clear()
  }

  take(planeImage: HTMLImageElement): void {
    this.#planeImage = planeImage
    this.#plane = null
  }

  /** Paints one of the skies that have not been drawn yet. */
  paintAhead(): void {
    const missing = allHeavens.find((kind) => !this.#heavens.has(kind))
    if (missing) this.heavens(missing)
  }

  heavens(kind: Heavens): HTMLCanvasElement {
    const painted = this.#heavens.get(kind)
    if (painted) return painted
    const { width, height, colours } = this.#scene
    const canvas = layer(width, height, this.#density, (context) =>
      paintHeavens(context, {
        ...this.#scene,
        hash: this.#hash,
        starlight: starlight[kind],
        colours: kind === 'crashed' ? { ...colours, dusk: '#3c2346', glow: this.#crashColour } : colours,
      }),
    )
    this.#heavens.set(kind, canvas)
    return canvas
  }

  land(): HTMLCanvasElement {
    const { width } = this.#scene
    this.#land ??= layer(width, this.landHeight, this.#density, (context) =>
      paintLand(context, this.#scene, this.landHeight),
    )
    return this.#land
  }

  /** Null until its drawing is there. */
  plane(): HTMLCanvasElement | null {
    const image = this.#planeImage
    if (image === null) return null
    const [width, height] = [this.planeWidth, this.planeHeight]
    this.#plane ??= layer(width, height, this.#density, (context) => context.drawImage(image, 0, 0, width, height))
    return this.#plane
  }
}

let planeLoading: Promise<HTMLImageElement> | undefined

/** The drawing of the plane; it is loaded once. */
export function loadPlane(): Promise<HTMLImageElement> {
  planeLoading ??= new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('The plane could not be loaded'))
    image.src = planeArt
  })
  return planeLoading
}
