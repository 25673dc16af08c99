import type { Page } from 'playwright-core'

/** The windows that every page has to fit (product spec: from 320 px, on its side too). */
export const windows = {
  'a narrow phone': { width: 320, height: 640 },
  'a phone': { width: 360, height: 800 },
  'a phone on its side': { width: 740, height: 360 },
  'a desk': { width: 1440, height: 900 },
} as const

type Window = keyof typeof windows

/** A window, and how large texts are in it. A phone and a desk with texts of their usual size are what pictures show. */
const looks: readonly (readonly [window: Window, text: '100%' | '200%'])[] = [
  ['a narrow phone', '100%'],
  ['a phone on its side', '100%'],
  ['a phone', '200%'],
  ['a desk', '200%'],
]

/** Shows a page in a window, and waits until it is drawn. */
export async function showIn(page: Page, window: Window, text = '100%'): Promise<void> {
  await page.setViewportSize(windows[window])
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

/** What does not fit of a page that has been loaded, in every window. */
export async function misfitsOf(page: Page): Promise<string[]> {
  const found: string[] = []
  for (const [window, text] of looks) {
    const until = performance.now() + settleMs
    let faults: string[]
    do {
      await showIn(page, window, text)
      faults = await faultsOf(page)
    } while (faults.length > 0 && performance.now() < until)
    found.push(...faults.map((fault) => `on ${window} with texts of ${text} ${fault}`))
  }
  return found
}

/** What of a page leaves the window sideways, or stands over other text, and amounts that are cut off. */
export function faultsOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    const holderOf = (element: Element): Element | null => {
      for (let at = element.parentElement; at !== null; at = at.parentElement) {
        const { position, overflowX, overflowY, backgroundColor } = getComputedStyle(at)
        const covers = position === 'absolute' && backgroundColor.startsWith('rgb(')
        if (covers || ['fixed', 'sticky'].includes(position) || `${overflowX}${overflowY}` !== 'visiblevisible')
          return at
      }
      return null
    }
    /** Whether it is there for screen readers alone. */
    const isOnlyRead = (element: Element | null): boolean =>
      element !== null && (getComputedStyle(element).clipPath !== 'none' || isOnlyRead(element.parentElement))
    /** Whether something that does not scroll ends before a text does. */
    const isCut = (element: Element | null, text: DOMRect): boolean => {
      if (element === null || element === document.body) return false
      const { overflowX } = getComputedStyle(element)
      if (overflowX === 'auto' || overflowX === 'scroll') return false
      const ends = element.getBoundingClientRect().right
      return (overflowX !== 'visible' && text.right > ends + 1) || isCut(element.parentElement, text)
    }
    const cutAmounts: string[] = []
    const range = document.createRange()
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: {
      words: string
      holder: Element | null
      boxes: Pick<DOMRect, 'left' | 'top' | 'right' | 'bottom' | 'height'>[]
    }[] = []
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
      if (/^[+−]?₹[\d,.]+$/.test(words) && isCut(element, range.getBoundingClientRect())) cutAmounts.push(words)
      texts.push({ words: words.slice(0, 24), holder: holderOf(element), boxes })
    }
    const widest = texts.flatMap(({ words, boxes }) => boxes.map(({ right }) => ({ words, right })))
    widest.sort((one, other) => other.right - one.right)
    const faults =
      scrollWidth > clientWidth ? [`is ${scrollWidth} px wide in ${clientWidth}, as far as “${widest[0]?.words}”`] : []
    faults.push(...cutAmounts.map((words) => `“${words}” is cut off`))
    for (const [at, one] of texts.entries())
      for (const other of texts.slice(at + 1)) {
        if (one.holder !== other.holder) continue
        const isOver = one.boxes.some((a) =>
          other.boxes.some((b) => {
            const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
            const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
            // A box of a text is somewhat higher than its letters.
            return across > 3 && down > 0.35 * Math.min(a.height, b.height)
          }),
        )
        if (isOver) faults.push(`“${one.words}” stands over “${other.words}”`)
      }
    return faults
  })
}
