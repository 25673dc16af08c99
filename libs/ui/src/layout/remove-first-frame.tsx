import { useLayoutEffect } from 'react'

/** Beside a page: when it stands, the picture of its first frame goes, which came with the HTML (styles/base.css). */
export function RemoveFirstFrame(): null {
  useLayoutEffect(() => document.getElementById('first-frame')?.remove(), [])
  return null
}
