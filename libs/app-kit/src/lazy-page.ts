import type { ComponentType } from 'react'
import { createElement, lazy } from 'react'
import { logRenderError } from './log.ts'

/**
 * `offline`: nothing can be reached. `gone`: the server has no such file any more, only those of a newer version. `stuck`: it may be there, but many browsers ask for no module
 * again that they could not import once, until the page is loaded anew.
 */
type WhyNotLoaded = 'offline' | 'gone' | 'stuck' | 'unknown'

/** The code of a page could not be had. */
export class PageLoadError extends Error {
  override readonly name = 'PageLoadError'
  readonly why: WhyNotLoaded
  /** Has the code asked for again when the page is drawn the next time. */
  readonly renew: () => void

  constructor(page: string, why: WhyNotLoaded, renew: () => void, cause: unknown) {
    super(`The code of ${page} could not be loaded`, { cause })
    this.why = why
    this.renew = renew
  }
}

/** A page, or a part of one, as code of its own. */
export interface LazyPage<Props extends object = object> {
  readonly Page: ComponentType<Props>
  /** Asks for the code ahead. What cannot be had is asked for again when the page is opened, and only then an error. */
  readonly preload: () => Promise<void>
}

const answerTimeoutMs = 5_000

/** Browsers tell no more than the address of what they could not import, and some not even that. `isAgain`: it was asked for before. */
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

/** Whether styles did not come: some browsers then have no sheet of them, some an empty one, or one that may not be read. */
function isEmpty({ sheet }: HTMLLinkElement): boolean {
  try {
    return (sheet?.cssRules.length ?? 0) === 0
  } catch {
    return true
  }
}

/** Asks again for the styles that did not come. The build's own import does not: it would draw the page without them. */
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

/** The page, or the part of one, that a module exports as `name`; loaded once, however often it is wanted. What failed is asked for again. */
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
  // React keeps for good what came of a lazy component, a failure too.
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

/** For the error boundary around a page: says what happened, and lets its code be asked for again. Only here, where the failure is on the page: renewed while it is being drawn, it would be asked for without end. */
export function reportRenderError(error: Error, info: { componentStack?: string | null | undefined }): void {
  logRenderError(error, info)
  if (error instanceof PageLoadError) error.renew()
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
