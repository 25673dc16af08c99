/**
 * The browsers that both apps are made for, each from this version on: the build leaves no newer syntax in, and what of the platform some of them lack has a way around it
 * (AbortSignal.any, any-signal.ts). The first of each that has popovers, which toasts need. The READMEs of the apps name them.
 */
export const browsers = { chrome: 114, edge: 114, firefox: 125, safari: 17, ios: 17 } as const

/** The same as Vite takes them. */
export const buildTargets: string[] = Object.entries(browsers).map(([name, version]) => `${name}${version}`)
