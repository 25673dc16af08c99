import type { ReactNode } from 'react'
import { useMemo } from 'react'
import type { BaseLocationHook } from 'wouter'
import { Router } from 'wouter'
import { navigate } from 'wouter/use-browser-location'

interface AtAddressProps {
  readonly address: { readonly pathname: string; readonly search: string }
  readonly children: ReactNode
}

/** Its children read this address, because the page before stays while the address bar has the next page. */
export function AtAddress({ address, children }: AtAddressProps): ReactNode {
  const hook = useMemo(
    (): BaseLocationHook =>
      // wouter decodes what these hooks answer, and the address is decoded already.
      Object.assign((): ReturnType<BaseLocationHook> => [encodeURI(address.pathname), navigate], {
        searchHook: () => encodeURI(address.search),
      }),
    [address],
  )
  return <Router hook={hook}>{children}</Router>
}
