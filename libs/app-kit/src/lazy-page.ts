import type { ComponentType, LazyExoticComponent } from 'react'
import { lazy } from 'react'

/** The code of a page could not be had: mostly the server has a newer version since, sometimes nothing could be reached. */
export class PageNotLoaded extends Error {
  override readonly name = 'PageNotLoaded'
}

/** A page as code of its own. */
export interface LazyPage {
  readonly Page: LazyExoticComponent<ComponentType>
  /** Asks for the code ahead. What cannot be had is asked for again when the page is opened, and only then an error. */
  readonly preload: () => Promise<void>
}

/** The page that a module exports as `name`; loaded once, however often it is wanted. */
export function lazyPage<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): LazyPage {
  let loading: Promise<{ default: ComponentType }> | null = null
  const loadOnce = (): Promise<{ default: ComponentType }> => {
    loading ??= load().then(
      (module) => ({ default: module[name] }),
      (cause: unknown) => {
        loading = null
        throw new PageNotLoaded(`The code of ${name} could not be loaded`, { cause })
      },
    )
    return loading
  }
  return {
    Page: lazy(loadOnce),
    preload: () =>
      loadOnce().then(
        () => undefined,
        () => undefined,
      ),
  }
}

const signsOfIntent = ['pointerover', 'focusin', 'touchstart'] as const

/** Tells the path of a link of this site as soon as somebody points at it, touches it or moves the focus to it. Returns the way to stop. */
export function watchLinks(wanted: (pathname: string) => void): () => void {
  const onSign = ({ target }: Event): void => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[href]') : null
    if (link?.origin === window.location.origin) wanted(link.pathname)
  }
  for (const sign of signsOfIntent) document.addEventListener(sign, onSign, { passive: true })
  return () => {
    for (const sign of signsOfIntent) document.removeEventListener(sign, onSign)
  }
}
