import { afterEach, expect, it, jest } from '@jest/globals'
import { waitFor } from '@testing-library/react'
import { startPage } from './start-page.ts'

afterEach(() => {
  jest.useRealTimers()
  jest.restoreAllMocks()
})

it('the app starts although its styles stall', async () => {
  const script = document.createElement('script')
  script.dataset.files = 'data:text/javascript,globalThis.isStarted=true'
  script.dataset.styles = '/assets/style.css'
  jest.spyOn(document, 'currentScript', 'get').mockReturnValue(script)
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  jest.useFakeTimers()
  startPage()
  await jest.advanceTimersByTimeAsync(9_000)
  expect(globalThis).not.toHaveProperty('isStarted')
  await jest.advanceTimersByTimeAsync(1_000)
  jest.useRealTimers()
  await waitFor(() => expect(globalThis).toHaveProperty('isStarted', true))
})
