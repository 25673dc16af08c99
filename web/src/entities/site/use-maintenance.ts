import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'wouter'
import { siteApi } from './site-api.ts'

const recheckMs = 15_000

/**
 * Whether the site is under maintenance, as far as it is known: asked on every change of the path (spec 4.11), told by the live connection, and asked again while it
 * lasts so that the screen goes away by itself. A check that fails changes nothing.
 */
export function useMaintenance(): boolean {
  const [pathname] = useLocation()
  const { getSiteMaintenance } = siteApi.endpoints
  // What becomes of a check is no reason to draw all of the site anew.
  const { told } = getSiteMaintenance.useQueryState(
    {},
    { selectFromResult: ({ data }) => ({ told: data?.siteMaintenance }) },
  )
  // The end of a session forgets every answer; the site stays as it is.
  const [isOn, setOn] = useState(false)
  if (told !== undefined && told !== isOn) setOn(told)
  const { refetch } = getSiteMaintenance.useQuerySubscription({}, { pollingInterval: isOn ? recheckMs : 0 })
  const onPath = useEffectEvent(() => void refetch())
  useEffect(() => onPath(), [pathname])
  return isOn
}
