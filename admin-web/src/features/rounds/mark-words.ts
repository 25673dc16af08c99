/** A mark on the curve of a flight, in px from the lower left corner of the drawing. */
interface Mark {
  readonly id: string
  readonly x: number
  readonly y: number
  readonly words: string
}

/** Where words stand, in px from their mark: their left or their right end, and their foot. */
interface WordsPlace {
  readonly left?: number
  readonly right?: number
  readonly bottom: number
}

interface Plot {
  readonly height: number
  /** The height of the curve, in px. It never falls. */
  readonly curveAt: (x: number) => number
}

/** How wide a character is, on average and rather too much, and how high words are. */
const characterPx = 7
const tallPx = 18
/** So far around its point words keep off a mark. */
const reachPx = 10

/**
 * Places the label of each mark. A label ends left of its mark, above the curve and above marks that are close. If it does not
 * fit there, it starts at the left edge, above everything below it. A label that would cover an earlier label is left out.
 */
export function placeWords(marks: readonly Mark[], { height, curveAt }: Plot): ReadonlyMap<string, WordsPlace> {
  const taken: { readonly left: number; readonly right: number; readonly bottom: number }[] = []
  const places = new Map<string, WordsPlace>()
  const highestPx = height - tallPx
  for (const { id, x, y, words } of marks) {
    const widthPx = words.length * characterPx
    const before = marks.filter((mark) => mark.x < x && mark.y + reachPx > highestPx)
    const right = Math.max(Math.min(x, ...before.map((mark) => mark.x)) - reachPx, widthPx)
    const left = right - widthPx
    const near = marks.filter((mark) => mark.x > left - reachPx && mark.x < right + reachPx)
    const highest = Math.max(y, curveAt(right), ...near.map((mark) => mark.y + reachPx))
    const bottom = Math.min(highest + 2, highestPx)
    if (taken.some((other) => left < other.right && right > other.left && Math.abs(bottom - other.bottom) < tallPx))
      continue
    taken.push({ left, right, bottom })
    places.set(id, { ...(left > 0 ? { right: x - right } : { left: -x }), bottom: bottom - y })
  }
  return places
}
