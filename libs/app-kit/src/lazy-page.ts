import type { ComponentType } from 'react'
import { createElement, lazy } from 'react'
import { logRenderError } from './log.ts'

/**
 * `offline`: no connection. `gone`: the server has only the files of a newer version. `stuck`: the file may exist, but many browsers
 * do not retry a failed import before a reload.
 */
type WhyNotLoaded = 'offline' | 'gone' | 'stuck' | 'unknown'

/** The code of a page could not be loaded. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError'
  readonly why: WhyNotLoaded
  /** The next render loads the code again. */
  readonly renew: () => void

  constructor(page: string, why: WhyNotLoaded, renew: () => void, cause: unknown) {
    super(`The code of ${page} could not be loaded`, { cause })
    this.why = why
    this.renew = renew
  }
}

/** A page, or a part of a page, in a separate chunk. */
export interface LazyPage<Props extends object = object> {
  readonly Page: ComponentType<Props>
  /** Loads the code ahead of time. A failure is retried when the page opens, and only then shown. */
  readonly preload: () => Promise<void>
}

const answerTimeoutMs = 5_000

/** A browser reports at most the address of a failed import. `isAgain`: an earlier import of this page failed, too. */
async function whyNotLoaded(cause: unknown, isAgain: boolean): Promise<WhyNotLoaded> {
  if (!navigator.onLine) return 'offline'
  const address = cause instanceof Error ? /(?:https?:\/)?\/\S+/.exec(cause.message)?.[0] : undefined
  if (address === undefined) return 'stuck'
  try {
    const signal = AbortSignal.timeout(answerTimeoutMs)
    const { status, ok } = await fetch(address, { method: 'HEAD', cache: 'no-store', signal })
    if (status === 404) return 'gone'
    return ok && isAgain ? 'stuck' : 'unknown'
  } catch {
    return 'unknown'
  }
}

/** Whether a stylesheet failed to load. Browsers then have no sheet, an empty sheet or an unreadable sheet. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return (sheet?.cssRules.length ?? 0) === 0
  } catch {
    return true
  }
}

/** Loads missing stylesheets again. The import of the build does not, and would render the page without styles. */
async function loadStylesAgain(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')
  const missing = [...links].filter(isEmpty)
  await Promise.all(
    missing.map(
      (link) =>
        new Promise((resolve, reject) => {
          const anew = document.createElement('link')
          for (const { name, value } of link.attributes) anew.setAttribute(name, value)
          anew.addEventListener('load', resolve)
          anew.addEventListener('error', () => reject(new Error(`No styles from ${anew.href}`)))
          link.replaceWith(anew)
        }),
    ),
  )
}

/** A lazy page that a module exports as `name`. Its code is loaded once. A failed load is retried. */
export function lazyPage<Name extends string, Props extends object = object>(
  load: () => Promise<Record<Name, ComponentType<Props>>>,
  name: Name,
): LazyPage<Props> {
  let loading: Promise<{ default: ComponentType<Props> }> | null = null
  let hasFailed = false
  const loadOnce = (): Promise<{ default: ComponentType<Props> }> => {
    loading ??= (hasFailed ? loadStylesAgain().then(load) : load()).then(
      (module) => ({ default: module[name] }),
      async (cause: unknown) => {
        const why = await whyNotLoaded(cause, hasFailed)
        hasFailed = true
        loading = null
        throw new PageLoadError(name, why, renew, cause)
      },
    )
    return loading
  }
  // React keeps the result of a lazy component forever, also a failure.
  let code = lazy(loadOnce)
  const renew = (): void => {
    code = lazy(loadOnce)
  }
  return {
    Page: (props) => createElement(code, props),
    preload: () =>
      loadOnce().then(
        () => undefined,
        () => undefined,
      ),
  }
}

/** For the error boundary around a page: logs the error, and allows another load of the code. A renewal during the render would load without end. */
export function reportRenderError(error: Error, info: { componentStack?: string | null | undefined }): void {
  logRenderError(error, info)
  if (error instanceof PageLoadError) error.renew()
}

const signsOfIntent = ['pointerover', 'focusin', 'touchstart'] as const

/** Calls `wanted` with the path of a link of this site on hover, touch or focus. @returns a function that stops this */
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
