import type { ReactNode } from 'react'
import type AnyGlyph from 'lucide-react/icons/x'

/** A Lucide icon, imported from its own module: `import X from 'lucide-react/icons/x'`. */
export type Glyph = typeof AnyGlyph

const sizes = { s: 16, m: 20, l: 24 }

/** An icon in the text colour, hidden from screen readers, because text beside it has the meaning. */
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
