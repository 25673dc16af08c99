import { describe, expect, it } from '@jest/globals'
import { fireEvent, render, screen } from '@testing-library/react'
import type { ReactNode } from 'react'
import { ErrorBoundary } from './error-boundary.tsx'

function Broken(): ReactNode {
  throw new Error('a defect')
}

describe('an error boundary', () => {
  it('draws its children while they can be drawn', () => {
    const errors: Error[] = []
    render(
      <ErrorBoundary fallback={({ message }) => `Sorry, ${message}`} onError={(error) => errors.push(error)}>
        The page
      </ErrorBoundary>,
    )
    expect(screen.queryByText('The page')).not.toBeNull()
    expect(errors).toEqual([])
  })

  it('draws the fallback in place of a child that fails, and tells of it once', () => {
    const errors: string[] = []
    render(
      <ErrorBoundary fallback={({ message }) => `Sorry, ${message}`} onError={({ message }) => errors.push(message)}>
        <Broken />
      </ErrorBoundary>,
    )
    expect(screen.queryByText('Sorry, a defect')).not.toBeNull()
    expect(errors).toEqual(['a defect'])
  })

  it('draws its children anew when it is asked to', () => {
    let isBroken = true
    const Mended = (): ReactNode => (isBroken ? <Broken /> : 'The page')
    render(
      <ErrorBoundary fallback={(_, again) => <button onClick={again}>Again</button>} onError={() => undefined}>
        <Mended />
      </ErrorBoundary>,
    )
    isBroken = false
    fireEvent.click(screen.getByRole('button', { name: 'Again' }))
    expect(screen.queryByText('The page')).not.toBeNull()
  })
})
