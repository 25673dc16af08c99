import { beforeEach, expect, it } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import { Link, NavLink } from './link.tsx'
import { paths } from './paths.ts'

beforeEach(() => history.replaceState(null, '', paths.support))

/** Whether the browser follows the link by itself. The test then holds the browser back. */
function isLeftToBrowser(link: HTMLElement, keys: MouseEventInit = {}): boolean {
  let isLeft = false
  const hold = (event: MouseEvent): void => {
    isLeft = !event.defaultPrevented
    event.preventDefault()
  }
  document.addEventListener('click', hold, { once: true })
  fireEvent.click(link, keys)
  return isLeft
}

it('a click opens the page with its state, as a new entry of the history', () => {
  render(
    <Link to={paths.forgotPassword} state={{ email: 'asha@example.in' }}>
      Reset
    </Link>,
  )
  const before = history.length
  expect(isLeftToBrowser(screen.getByRole('link'))).toBe(false)
  expect([window.location.pathname, history.length]).toEqual([paths.forgotPassword, before + 1])
  expect(history.state).toEqual({ email: 'asha@example.in' })
})

it.each([paths.support, `${paths.fairness}?bet=1`])('a click on a link to the shown address %s adds no entry', (to) => {
  history.replaceState(null, '', to)
  render(<Link to={to}>Here</Link>)
  const before = history.length
  expect(isLeftToBrowser(screen.getByRole('link'))).toBe(false)
  expect([window.location.pathname + window.location.search, history.length]).toEqual([to, before])
})

it.each<MouseEventInit>([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
  'a click with %j is left to the browser',
  (keys) => {
    render(<Link to={paths.terms}>Terms</Link>)
    expect(isLeftToBrowser(screen.getByRole('link'), keys)).toBe(true)
    expect(window.location.pathname).toBe(paths.support)
  },
)

it('a link to a new tab is left to the browser', () => {
  render(
    <Link to={paths.terms} target="_blank">
      Terms
    </Link>,
  )
  const link = screen.getByRole('link')
  expect([link.getAttribute('href'), isLeftToBrowser(link)]).toEqual([paths.terms, true])
})

it('a link of a menu marks the shown page only', () => {
  render(
    <>
      <NavLink to={paths.support}>Support</NavLink>
      <NavLink to={paths.terms}>Terms</NavLink>
    </>,
  )
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('aria-current'))).toEqual(['page', null])
})
