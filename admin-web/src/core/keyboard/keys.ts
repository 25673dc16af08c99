/** What of a key press decides about a shortcut. */
export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'repeat' | 'isComposing' | 'defaultPrevented'
> & { target: EventTarget | null }

/** Those that go through a list. */
const mayRepeat: readonly string[] = ['J', 'K', 'ARROWDOWN', 'ARROWUP']

const textInputs =
  'input:not([type=checkbox], [type=radio], [type=file], [type=button]), textarea, select, [contenteditable]'

/** Whether somebody is writing: letters are text then, not shortcuts. */
export function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(textInputs) !== null
}

/** Whether Enter already means something where the focus is. */
function isControl(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('button, a[href], input, select, textarea, summary') !== null
}

/**
 * The shortcut that a press means: one character in upper case or the name of a key; null when it is none: with a modifier
 * (which belongs to the browser), while writing, when held down, or where it was handled already. Escape always counts.
 */
export function shortcutOf(press: KeyPress): string | null {
  if (press.defaultPrevented || press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return null
  if (press.key === 'Escape') return press.key
  if (press.repeat && !mayRepeat.includes(press.key.toUpperCase())) return null
  if (isWriting(press.target)) return null
  if (press.key === 'Enter' && isControl(press.target)) return null
  return press.key.length === 1 ? press.key.toUpperCase() : press.key
}
