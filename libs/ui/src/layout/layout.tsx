import type { HTMLAttributes, ReactNode, Ref } from 'react'
import { createElement } from 'react'
import { classNames } from '../class-names.ts'
import styles from './layout.module.css'

const gaps = {
  1: styles.gap1,
  2: styles.gap2,
  3: styles.gap3,
  4: styles.gap4,
  6: styles.gap6,
  panels: styles.gapPanels,
} as const
const leastWidths = { 5: styles.least5, 7: styles.least7, 8: styles.least8, 14: styles.least14 } as const

interface LayoutProps extends HTMLAttributes<HTMLElement> {
  ref?: Ref<HTMLElement>
  /** The element, by default a `div`. */
  as?: 'div' | 'footer' | 'header' | 'li' | 'ol' | 'p' | 'section' | 'span' | 'ul'
  /** The gap: a step of the scale in styles/tokens.css, or the gap between panels. */
  gap?: keyof typeof gaps
}

function Layout({ as = 'div', gap, className, ...rest }: LayoutProps): ReactNode {
  return createElement(as, { ...rest, className: classNames(gap && gaps[gap], className) })
}

/** The class of a stack for another element, such as a form. */
export const stackClass: string = classNames(styles.stack, styles.gap4)

/** A vertical stack. With `wide`, columns on wide screens. */
export function Stack({
  wide,
  className,
  ...rest
}: LayoutProps & { wide?: 'halves' | 'thirds' | 'mainAndSide' }): ReactNode {
  return <Layout {...rest} className={classNames(styles.stack, wide && styles[wide], className)} />
}

/** A horizontal row. `wrap` allows several lines. `spread` puts space between the items. */
export function Row({
  wrap = false,
  spread = false,
  className,
  ...rest
}: LayoutProps & { wrap?: boolean; spread?: boolean }): ReactNode {
  const looks = classNames(styles.row, wrap && styles.wrap, spread && styles.spread, className)
  return <Layout {...rest} className={looks} />
}

/** Equal columns, as many as fit. `least` is the minimum width in rem. With 7, two columns fit into any panel. */
export function Columns({ least, className, ...rest }: LayoutProps & { least: keyof typeof leastWidths }): ReactNode {
  return <Layout {...rest} className={classNames(styles.columns, leastWidths[least], className)} />
}
