import { afterEach, expect, it, jest } from '@jest/globals'
import { screen } from '@testing-library/react'
import { openBank } from '../../testing/bank-office.ts'
import { wireMatch } from '../../testing/bank-statements.ts'

afterEach(() => {
  jest.restoreAllMocks()
  localStorage.clear()
})

it('are led to by the keys that move the mark, and the page stays where it is until then', async () => {
  const shown = jest.spyOn(HTMLElement.prototype, 'scrollIntoView')
  const { user } = openBank([wireMatch(1, { near: 'similar' }), wireMatch(2, { near: 'similar' })])
  await screen.findAllByText('UTR is similar')
  const isShown = (): unknown[] =>
    shown.mock.contexts.flatMap((of) => (of instanceof HTMLLIElement ? [/\d of 2/.exec(of.textContent)?.[0]] : []))
  expect(isShown()).toEqual([])
  await user.keyboard('jk')
  expect(isShown()).toEqual(['2 of 2', '1 of 2'])
})
