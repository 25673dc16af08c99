/**
 * The oldest supported browsers, the first with popovers, which toasts need. The build emits no newer syntax. A missing API has a
 * replacement, such as any-signal.ts. The READMEs of the apps list the browsers.
 */
export const browsers = { chrome: 114, edge: 114, firefox: 125, safari: 17, ios: 17 } as const

/** The browsers in the format of Vite. */
export const buildTargets: string[] = Object.entries(browsers).map(([name, version]) => `${name}${version}`)
