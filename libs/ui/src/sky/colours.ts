import type { SkyColours } from './paint.ts'

/** The colours of the night as the tokens have them on an element. */
export function readSkyColours(element: Element): SkyColours {
  const style = getComputedStyle(element)
  const token = (name: string): string => style.getPropertyValue(name).trim() || '#000'
  return {
    zenith: token('--sky-0'),
    high: token('--sky-1'),
    low: token('--sky-2'),
    dusk: token('--sky-3'),
    glow: token('--sky-glow'),
    ridgeFar: token('--ridge-far'),
    ridgeNear: token('--ridge-near'),
  }
}
