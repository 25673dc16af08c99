import { below } from '@kismet/ui/styles/breakpoints.ts'

/** Parts of a browser that jsdom has not. `setPhone` says how wide the window is. */
let isPhone = false
export function setPhone(phone: boolean): void {
  isPhone = phone
}

window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: query === below('desk') && isPhone,
    media: query,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
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
HTMLElement.prototype.scrollIntoView = () => undefined
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
let made = 0
URL.createObjectURL = () => `blob:app/${(made += 1)}`
URL.revokeObjectURL = () => undefined
