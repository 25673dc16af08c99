import type { ReactNode } from 'react'

const mark =
  'M15 1c.9 8 2.6 12.6 5.6 16C29 15.2 37 11 44.5 4 41 13 35 19.5 27.5 24 35 28.5 41 35 44.5 44 37 37 29 32.8 20.6 31c-3 3.4-4.7 8-5.6 16-.9-9.5-3-17.2-7.5-23C12 18.2 14.1 10.5 15 1z'
const outlines = 10

/** The mark, drawn again and again around itself, fading outwards. */
export function Rays({ className }: { className: string | undefined }): ReactNode {
  return (
    <svg className={className} viewBox="0 0 800 900" preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      {Array.from({ length: outlines }, (_, at) => (
        <path
          key={at}
          d={mark}
          vectorEffect="non-scaling-stroke"
          transform={`translate(500 300) scale(${(2.2 + at * 1.75).toFixed(2)}) translate(-22 -24)`}
          opacity={(0.62 - at * 0.054).toFixed(2)}
        />
      ))}
    </svg>
  )
}
