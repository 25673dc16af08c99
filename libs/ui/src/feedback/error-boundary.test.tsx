import { describe, expect, it } from '@jest/globals'
import { render, screen } from '@testing-library/react'
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
})
