/** Parts of a browser that jsdom has not. Motion is not wanted, so that results show at once. */
window.matchMedia = (query) =>
  Object.assign(new EventTarget(), {
    matches: query.includes('reduce'),
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
HTMLElement.prototype.showPopover = () => undefined
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}
