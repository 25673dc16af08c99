import { afterEach, expect, it, jest } from '@jest/globals'
import { act } from '@testing-library/react'

let isLoaded = false
// oxlint-disable-next-line no-restricted-properties -- Only the module itself knows when it is loaded.
jest.unstable_mockModule('../features/maintenance/maintenance-screen.tsx', () => {
  isLoaded = true
  return { MaintenanceScreen: () => null }
})
const { openSite } = await import('../testing/open-site.tsx')

afterEach(() => void jest.useRealTimers())

it('the maintenance screen is loaded ahead, after the first paint', async () => {
  jest.useFakeTimers()
  openSite('/')
  await act(() => jest.advanceTimersByTimeAsync(1_000))
  expect(isLoaded).toBe(false)
  await act(() => jest.advanceTimersByTimeAsync(10_000))
  expect(isLoaded).toBe(true)
})
