import type { ReactNode } from 'react'
import { createElement, startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'

/** Draws an app in the page's #root. As a transition: in short steps, between which the browser answers. */
export function drawApp(app: ReactNode): void {
  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no #root')
  startTransition(() => createRoot(root).render(createElement(StrictMode, null, app)))
}
