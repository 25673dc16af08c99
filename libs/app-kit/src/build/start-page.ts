/** What `startPage` is told, as `data-` attributes of its script. */
export interface StartData {
  /** Addresses of the app's and its page's files, each after those that it cannot run without. */
  readonly files: string
  /** The address of the app's styles, where the HTML asks for the styles of a first frame only. */
  readonly styles?: string | undefined
  /** The key of the browser's storage that a session has, and a visitor's browser has not. */
  readonly sessionKey?: string | undefined
  /** Whose browsers show a first frame that came with the HTML: those of a `Viewer`, or of `anyone`. */
  readonly frameFor?: string | undefined
  /** The key that a chosen language has there. */
  readonly languageKey?: string | undefined
  /** The catalogues, as JSON: the address of each by its language. */
  readonly catalogues?: string | undefined
}

/**
 * Runs in the browser, alone and before all else: says whose browser it is, and starts the app. Where a first frame is shown, the app's code is asked for when it
 * stands, so that it has the line for itself. The files run one by one, so that the browser answers between them.
 */
export function startPage(): void {
  const {
    files = '',
    styles,
    sessionKey,
    frameFor,
    languageKey,
    catalogues = '{}',
  } = document.currentScript?.dataset ?? {}
  const viewer = sessionKey !== undefined && localStorage.getItem(sessionKey) ? 'member' : 'visitor'
  document.documentElement.dataset.viewer = viewer
  const addresses = files.split(' ')
  const language = languageKey === undefined ? null : localStorage.getItem(languageKey)
  const words = (JSON.parse(catalogues) as Partial<Record<string, string>>)[language ?? '']
  if (language !== null && words !== undefined) {
    // Its words come with the page's code, and the first frame, which is English, shows none (styles/base.css).
    document.documentElement.lang = language
    addresses.unshift(words)
  }
  const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve))
  const styled = (href: string): Promise<void> =>
    new Promise((resolve) => {
      const link = Object.assign(document.createElement('link'), { rel: 'stylesheet', crossOrigin: '', href })
      // Without its styles the app works, though it looks bare. A file that stalls must not stop it.
      link.onload = link.onerror = () => resolve()
      setTimeout(resolve, 10_000)
      document.head.append(link)
    })
  const start = async (): Promise<void> => {
    const allStyled = styles === undefined ? undefined : styled(styles)
    for (const [at, href] of addresses.entries()) {
      document.head.append(
        Object.assign(document.createElement('link'), { rel: 'modulepreload', crossOrigin: '', href }),
      )
      // To ask for one takes a phone's processor a millisecond or two.
      if (at % 8 === 7) await nextTask()
    }
    const entry = addresses.at(-1)
    for (const address of addresses) {
      if (address === entry) await allStyled
      // What cannot be had is told by those that need it.
      await import(address).catch(() => undefined)
      await nextTask()
    }
  }
  if ((frameFor !== viewer && frameFor !== 'anyone') || document.hidden) void start()
  else
    new PerformanceObserver((_, observer) => {
      observer.disconnect()
      void start()
    }).observe({ type: 'paint', buffered: true })
}
