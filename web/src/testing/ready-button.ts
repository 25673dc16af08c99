import { screen, waitFor } from '@testing-library/react'

/** Whether a button takes no press: it is disabled, or off and keeps the focus. */
export const isOff = (button: HTMLElement): boolean =>
  button.hasAttribute('disabled') || button.getAttribute('aria-disabled') === 'true'

const buttonOf = (name: string): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)

/** Whether the button of this name takes a press in the moment in which it comes; it is not there yet. However slow the machine is, no timer of the page runs in between. */
export function takesPressAtOnce(name: string): Promise<boolean> {
  if (buttonOf(name)) throw new Error(`${name} is there already`)
  return new Promise((resolve) => {
    const observer = new MutationObserver(() => {
      const button = buttonOf(name)
      if (!button) return
      observer.disconnect()
      resolve(!isOff(button))
    })
    observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  })
}

/** The button of this name as soon as it takes a press. What has just taken the place of another waits a moment (`useSteady`). */
export function readyButton(name: string | RegExp): Promise<HTMLElement> {
  return waitFor(() => {
    const button = screen.getByRole<HTMLButtonElement>('button', { name })
    if (isOff(button)) throw new Error(`${String(name)} takes no press yet`)
    return button
  })
}
