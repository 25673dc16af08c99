/** Scripts for a page that measure what moves in it (CLS). */

/** Notes what moves from now on, and by how much of the window. */
export const watchShifts = `{
  globalThis.shifts = []
  new PerformanceObserver((list) => globalThis.shifts.push(...list.getEntries())).observe({ type: 'layout-shift' })
}`
/** Waits until the page is painted as it is now. */
export const painted =
  'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))'
/** How much of the window has moved. */
export const share = 'globalThis.shifts.reduce((sum, { value }) => sum + value, 0)'
/** Tells the reader of a failed test what moved. */
export const moved = `globalThis.shifts.flatMap(({ sources }) => sources).map(({ node, previousRect, currentRect }) =>
  node?.nodeName + '.' + node?.className + ' from ' + previousRect.top + ' to ' + currentRect.top)`
