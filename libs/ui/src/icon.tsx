import type { ReactNode } from 'react'
import type AnyGlyph from 'lucide-react/icons/x'

/** A Lucide drawing, imported on its own: `import X from 'lucide-react/icons/x'`. */
export type Glyph = typeof AnyGlyph

const sizes = { s: 16, m: 20, l: 24 }

/** A drawing in the colour of the text around it. Decoration for screen readers: the word beside it says what it means. */
export function Icon({
  of: Drawing,
  size = 'm',
  className,
}: {
  of: Glyph
  size?: keyof typeof sizes
  className?: string | undefined
}): ReactNode {
  return (
    <Drawing size={sizes[size]} strokeWidth={1.75} aria-hidden="true" focusable="false" className={className ?? ''} />
  )
}
