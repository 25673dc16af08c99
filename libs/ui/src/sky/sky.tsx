import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { classNames } from '../class-names.ts'
import { readSkyColours } from './colours.ts'
import { paintSky } from './paint.ts'
import styles from './sky.module.css'

const greatestDensity = 3

function paint(canvas: HTMLCanvasElement, hash: string): void {
  const [width, height] = [canvas.clientWidth, canvas.clientHeight]
  const context = canvas.getContext('2d')
  if (!context || width === 0 || height === 0) return
  const density = Math.min(window.devicePixelRatio, greatestDensity)
  canvas.width = width * density
  canvas.height = height * density
  context.scale(density, density)
  paintSky(context, { width, height, hash, colours: readSkyColours(canvas) })
}

/** The still night sky behind login and maintenance; it fills its parent and hangs the constellation of `hash`. */
export function Sky({ hash, className }: { hash: string; className?: string | undefined }): ReactNode {
  const ref = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const canvas = ref.current
    if (!canvas) return
    const observer = new ResizeObserver(() => paint(canvas, hash))
    observer.observe(canvas)
    return () => observer.disconnect()
  }, [hash])
  return <canvas ref={ref} className={classNames(styles.sky, className)} aria-hidden="true" />
}
