import planeArt from '@kismet/ui/art/plane.svg'
import type { SkyScene } from '@kismet/ui/sky/paint.ts'
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

/** What does not change from frame to frame, painted ahead: the skies, the land, the plane. */
export interface FlightLayers {
  readonly calm: HTMLCanvasElement
  readonly flying: HTMLCanvasElement
  readonly crashed: HTMLCanvasElement
  readonly land: HTMLCanvasElement
  readonly landHeight: number
  readonly plane: HTMLCanvasElement | null
  readonly planeWidth: number
  readonly planeHeight: number
}

const starlight = { calm: 1, flying: 0.5, crashed: 0.35 } as const

export function paintLayers(
  scene: SkyScene,
  density: number,
  planeImage: HTMLImageElement | null,
  crashColour: string,
): FlightLayers {
  const { width, height, colours } = scene
  const heavens = (kind: keyof typeof starlight): HTMLCanvasElement =>
    layer(width, height, density, (context) =>
      paintHeavens(context, {
        ...scene,
        starlight: starlight[kind],
        colours: kind === 'crashed' ? { ...colours, dusk: '#3c2346', glow: crashColour } : colours,
      }),
    )
  const landHeight = height * landDepth
  const planeWidth = width < 500 ? 84 : 150
  const planeHeight = planeWidth * planeShape
  return {
    calm: heavens('calm'),
    flying: heavens('flying'),
    crashed: heavens('crashed'),
    land: layer(width, landHeight, density, (context) => paintLand(context, scene, landHeight)),
    landHeight,
    plane:
      planeImage &&
      layer(planeWidth, planeHeight, density, (context) =>
        context.drawImage(planeImage, 0, 0, planeWidth, planeHeight),
      ),
    planeWidth,
    planeHeight,
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
