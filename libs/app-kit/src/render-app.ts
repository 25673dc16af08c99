import type { ReactNode } from 'react'
import { createElement, startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { nextTask } from './next-task.ts'

/** Draws an app in the page's #root, in a task after that which has made its store. As a transition: in short steps, between which the browser answers. */
export function renderApp(app: ReactNode): void {
  const root = document.querySelector('#root')
  if (!root) throw new Error('The page has no #root')
  void nextTask().then(() => startTransition(() => createRoot(root).render(createElement(StrictMode, null, app))))
}
