/** Parts of a browser that jsdom has not. Motion is not wanted, so that results show at once. `setTouch` says that there is a finger instead of a mouse. */
let isTouch = false
export function setTouch(touch: boolean): void {
  isTouch = touch
}

window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: query.includes('reduce') || (query.includes('fine') && !isTouch),
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
window.scrollTo = () => undefined
HTMLElement.prototype.scrollIntoView = () => undefined
window.ResizeObserver = class {
  observe(): void {
    return undefined
  }
  unobserve(): void {
    return undefined
  }
  disconnect(): void {
    return undefined
  }
}
// jsdom knows that a popover is hidden until it is shown, and not how to show it.
HTMLElement.prototype.showPopover = function showPopover() {
  this.style.display = 'block'
}
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
  // The first that can have the focus gets it, as in browsers; what asked for it while the dialog was closed got nothing.
  this.querySelector<HTMLElement>('a[href], button:enabled, input:enabled, select:enabled, textarea:enabled')?.focus()
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}
