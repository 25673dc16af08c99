import type { ReactNode } from 'react'
import { createElement, startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { nextTask } from './next-task.ts'

/** Renders an app into #root, in a later task than the one that made the store. The transition renders in short steps, so input is not blocked. */
export function renderApp(app: ReactNode): void {
  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no #root')
  void nextTask().then(() => startTransition(() => createRoot(root).render(createElement(StrictMode, null, app))))
}
