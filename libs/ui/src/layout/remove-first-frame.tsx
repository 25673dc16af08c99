import { useLayoutEffect } from 'react'

/** Removes the first frame of the HTML (styles/base.css) once the page beside it has rendered. */
export function RemoveFirstFrame(): null {
  useLayoutEffect(() => document.getElementById('first-frame')?.remove(), [])
  return null
}
