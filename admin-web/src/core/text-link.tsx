import { textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import type { LinkProps } from 'react-router'
import { Link } from 'react-router'

/** A link that stands in a text. */
export function TextLink(props: Omit<LinkProps, 'className'>): ReactNode {
  return <Link className={textClass('link')} {...props} />
}
