import type { Page } from 'playwright-core'

/** The windows that every page has to fit (product spec: from 320 px, on its side too). */
export const windows = {
  'a narrow phone': { width: 320, height: 640 },
  'a phone': { width: 360, height: 800 },
  'a phone on its side': { width: 740, height: 360 },
  'a desk': { width: 1440, height: 900 },
} as const

/** Those that a game has to fit, too: it fills its window, and its result, stake and button share what browsers leave of a screen. */
export const gameWindows = {
  ...windows,
  'a phone of 375 x 553': { width: 375, height: 553 },
  'a phone of 360 x 612': { width: 360, height: 612 },
  'a phone of 390 x 664': { width: 390, height: 664 },
  'a phone of 360 x 680': { width: 360, height: 680 },
  'a phone of 412 x 700': { width: 412, height: 700 },
  'a phone of 360 x 720': { width: 360, height: 720 },
  'a phone of 360 x 740': { width: 360, height: 740 },
  'a phone of 430 x 781': { width: 430, height: 781 },
  'a tablet': { width: 820, height: 1180 },
  'a tablet on its side': { width: 1024, height: 768 },
  'a large tablet on its side': { width: 1180, height: 820 },
} as const

/** And a low and wide one, which games do not have to fit. */
const allWindows = { ...gameWindows, 'a low desk': { width: 1366, height: 625 } } as const

type Window = keyof typeof allWindows
type Look = readonly [window: Window, text: '100%' | '200%']

/** A window, and how large texts are in it. A phone and a desk with texts of their usual size are what pictures show. */
const looks: readonly Look[] = [
  ['a narrow phone', '100%'],
  ['a phone on its side', '100%'],
  ['a low desk', '100%'],
]
const looksOfGames: readonly Look[] = [
  ...looks,
  ['a phone of 375 x 553', '100%'],
  ['a phone of 390 x 664', '100%'],
  ['a tablet', '100%'],
  ['a tablet on its side', '100%'],
]
/** Last, as a page whose texts change their size is drawn wholly anew. */
const largeLooks: readonly Look[] = [
  ['a phone', '200%'],
  ['a desk', '200%'],
]
const isGame = (page: Page): boolean => /^\/(casino\/|mines-auto)/.test(new URL(page.url()).pathname)

/** Shows a page in a window, and waits until it is drawn. */
export async function showIn(page: Page, window: Window, text = '100%'): Promise<void> {
  await page.setViewportSize(allWindows[window])
  await page.evaluate(
    (size) =>
      new Promise((drawn) => {
        document.documentElement.style.fontSize = size
        requestAnimationFrame(() => requestAnimationFrame(drawn))
      }),
    text,
  )
}

/** So long a page may take on a busy machine to be drawn for a window. */
const settleMs = 20_000

/** What does not fit of a page that has been loaded, in every window. Where a look found a fault, two in a row have to find none: what still moves may stand right for a frame. */
export async function misfitsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [window, text] of [...(isGame(page) ? looksOfGames : looks), ...largeLooks]) {
    const until = performance.now() + settleMs
    let faults: string[] = []
    for (let [isSettled, hadFault] = [false, false]; !isSettled;) {
      const before = faults.length
      await showIn(page, window, text)
      faults = await faultsOf(page)
      isSettled = performance.now() >= until || (faults.length === 0 && (!hadFault || before === 0))
      hadFault ||= faults.length > 0
    }
    found.push(...faults.map((fault) => `on ${window} with texts of ${text} ${fault}`))
  }
  return found
}

/** A text of a page that can be seen. */
interface SeenText {
  readonly words: string
  /** Whether it is an amount, a multiplier, a percentage or a roll by itself. */
  readonly isNumber: boolean
  readonly element: Element
  /** What it stands on: what scrolls, is fixed or covers what is below it. */
  readonly holder: Element | null
  readonly boxes: readonly Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom' | 'height'>[]
  readonly whole: DOMRect
}

const rules: readonly ((texts: readonly SeenText[]) => string[])[] = [
  ...[wideTexts, lostTexts, coveredTexts, unreadTexts, strayNumbers, strayWords, strayPictures],
]

/** What of a page leaves the window sideways, is where no scrolling gets, stands over other text or is too small to be read, numbers that are cut off or end past their place, and words and pictures that hang out of their button. */
export async function faultsOf(page: Page): Promise<string[]> {
  const asked = `(texts) => [${rules.map(String).join(', ')}].flatMap((rule) => rule(texts))`
  return page.evaluate<string[]>(`(${asked})((${String(textsOf)})())`)
}

// What follows runs in the page, each function by itself: it may use nothing from outside. All are sent at once, as pages are asked thousands of times in a run.

function textsOf(): SeenText[] {
  const holderOf = (element: Element): Element | null => {
    for (let at: Element | null = element; at !== null; at = at.parentElement) {
      const { position, overflowX, overflowY, backgroundColor } = getComputedStyle(at)
      if (['fixed', 'sticky'].includes(position)) return at
      const covers = position === 'absolute' && backgroundColor.startsWith('rgb(')
      if (at !== element && (covers || `${overflowX}${overflowY}` !== 'visiblevisible')) return at
    }
    return null
  }
  const onlyRead = new Map<Element, boolean>()
  /** Whether it is there for screen readers alone. */
  const isOnlyRead = (element: Element | null): boolean => {
    if (element === null) return false
    const isOnly =
      onlyRead.get(element) ?? (getComputedStyle(element).clipPath !== 'none' || isOnlyRead(element.parentElement))
    onlyRead.set(element, isOnly)
    return isOnly
  }
  const range = document.createRange()
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const texts: SeenText[] = []
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const element = node.parentElement
    const words = node.nodeValue?.trim() ?? ''
    if (words === '' || !element?.checkVisibility()) continue
    if (element.closest('script, option') !== null || isOnlyRead(element)) continue
    range.selectNodeContents(node)
    // What an ellipsis cuts off is not there.
    const cut = getComputedStyle(element).overflowX === 'visible' ? null : element.getBoundingClientRect()
    const boxes = [...range.getClientRects()]
      .map(({ left, top, right, bottom, height }) => ({
        left,
        top,
        bottom,
        height,
        right: Math.min(right, cut?.right ?? right),
      }))
      .filter(({ left, right, height }) => right - left > 1 && height > 1)
    const isNumber = /^[+−]?(₹[\d,.]+|x?\d+\.\d+|x\d+|[\d,.]+[x%])$/.test(words)
    texts.push({ words, isNumber, element, holder: holderOf(element), boxes, whole: range.getBoundingClientRect() })
  }
  return texts
}

function wideTexts(texts: readonly SeenText[]): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const ends = texts.flatMap(({ words, boxes }) => boxes.map(({ right }) => ({ words, right })))
  ends.sort((one, other) => other.right - one.right)
  return [`is ${scrollWidth} px wide in ${clientWidth}, as far as “${ends[0]?.words.slice(0, 24)}”`]
}

/** Texts above or left of where what scrolls begins. */
function lostTexts(texts: readonly SeenText[]): string[] {
  /** Of each place, as most of them hold many texts: whether it is fixed, and whether and from where on it scrolls. */
  const places = new Map<Element, readonly [isFixed: boolean, scrolls: boolean, left: number, top: number]>()
  const placeOf = (at: Element) => {
    const { position, overflow } = getComputedStyle(at)
    const { left, top } = at.getBoundingClientRect()
    const scrolls = at !== document.documentElement && /auto|scroll/.test(overflow)
    return [position === 'fixed', scrolls, left, top] as const
  }
  const isLost = (at: Element | null, x: number, y: number): boolean => {
    if (at === null) return x < -window.scrollX || y < -window.scrollY
    const place = places.get(at) ?? placeOf(at)
    places.set(at, place)
    const [isFixed, scrolls, left, top] = place
    if (scrolls && (x < left - at.scrollLeft || y < top - at.scrollTop)) return true
    // What is scrolled past in it comes back as far as its edge.
    const [ownX, ownY] = scrolls ? [Math.max(x, left), Math.max(y, top)] : [x, y]
    return !isFixed && isLost(at.parentElement, ownX, ownY)
  }
  return texts.flatMap(({ words, element, whole: { left, right, top, bottom } }) =>
    isLost(element, (left + right) / 2, (top + bottom) / 2) ? [`no scrolling gets to “${words.slice(0, 24)}”`] : [],
  )
}

function coveredTexts(texts: readonly SeenText[]): string[] {
  return texts.flatMap((one, at) =>
    texts.slice(at + 1).flatMap((other) => {
      if (one.holder !== other.holder) return []
      const isOver = one.boxes.some((a) =>
        other.boxes.some((b) => {
          const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
          const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
          // A box of a text is somewhat higher than its letters.
          return across > 3 && down > 0.35 * Math.min(a.height, b.height)
        }),
      )
      return isOver ? [`“${one.words.slice(0, 24)}” stands over “${other.words.slice(0, 24)}”`] : []
    }),
  )
}

/** Texts that are too small, and numbers that are cut off. */
function unreadTexts(texts: readonly SeenText[]): string[] {
  /** Whether something that neither scrolls nor fades out ends before a text does. */
  const isCut = (element: Element | null, text: DOMRect): boolean => {
    if (element === null || element === document.body) return false
    const { overflowX, maskImage } = getComputedStyle(element)
    if (overflowX === 'auto' || overflowX === 'scroll' || maskImage !== 'none') return false
    const { left, right } = element.getBoundingClientRect()
    const ends = text.left < left - 1 || text.right > right + 1
    return (overflowX !== 'visible' && ends) || isCut(element.parentElement, text)
  }
  const leastPx = 9
  return texts.flatMap(({ words, isNumber, element, whole }) => {
    const sizePx = Number.parseFloat(getComputedStyle(element).fontSize)
    if (sizePx < leastPx) return [`“${words.slice(0, 24)}” is ${sizePx.toFixed(1)} px high`]
    return isNumber && isCut(element, whole) ? [`“${words}” is cut off`] : []
  })
}

/** Numbers that end past what they are laid out in. Larger texts may, where they cover nothing and nothing cuts them off. */
function strayNumbers(texts: readonly SeenText[]): string[] {
  const areLarge = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) > 16
  const numbers = areLarge ? [] : texts.filter(({ isNumber }) => isNumber)
  return numbers.flatMap(({ words, element, holder, boxes }) => {
    const right = Math.max(...boxes.map((box) => box.right))
    for (let at: Element | null = element; at !== null && at !== holder; at = at.parentElement) {
      const { display, position } = getComputedStyle(at)
      const box = at.getBoundingClientRect()
      if (display !== 'inline' && box.width > 0 && right > box.right + 1)
        return [`“${words}” ends ${Math.ceil(right - box.right)} px past its place`]
      if (position === 'absolute') break
    }
    return []
  })
}

/** Words that end past the button that they are written on. Links of a bar have no edge. Larger texts are left out, as in `strayNumbers`. */
function strayWords(texts: readonly SeenText[]): string[] {
  const areLarge = Number.parseFloat(getComputedStyle(document.documentElement).fontSize) > 16
  return (areLarge ? [] : texts).flatMap(({ words, element, boxes }) => {
    const button = element.closest('button')?.getBoundingClientRect()
    if (button === undefined) return []
    const outPx = Math.max(...boxes.flatMap(({ left, right }) => [button.left - left, right - button.right]))
    return outPx > 1 ? [`“${words.slice(0, 24)}” ends ${Math.ceil(outPx)} px past its button`] : []
  })
}

/** Pictures that hang out of the button or link that they are drawn on. */
function strayPictures(): string[] {
  return [...document.querySelectorAll('img')].flatMap((picture) => {
    const control = picture.closest('button, a')
    if (!control || !picture.checkVisibility()) return []
    const [inner, outer] = [picture.getBoundingClientRect(), control.getBoundingClientRect()]
    const outPx = Math.max(
      ...(['left', 'top'] as const).map((side) => outer[side] - inner[side]),
      ...(['right', 'bottom'] as const).map((side) => inner[side] - outer[side]),
    )
    const name = control.getAttribute('aria-label') ?? control.textContent
    return outPx > 1 ? [`a picture hangs ${Math.ceil(outPx)} px out of “${name.slice(0, 24)}”`] : []
  })
}
