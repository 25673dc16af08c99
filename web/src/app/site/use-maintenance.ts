import { maintenanceChanged } from '@kismet/contracts'
import { useInterval } from '@kismet/ui/feedback/use-timeout.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useAppSelector } from '../store.ts'
import { selectToken } from '../session/session-slice.ts'
import { onEvent } from '@kismet/app-kit/live-connection.ts'
import { live } from '../live-updates.ts'
import { useLazyGetSiteMaintenanceQuery } from './site-api.ts'

const recheckMs = 15_000

/**
 * Whether the site is under maintenance: asked on every change of the path, where a failure counts as off (spec 4.11), told by
 * the live connection, and asked again while it lasts so that the screen goes away by itself.
 */
export function useMaintenance(): boolean {
  const { pathname } = useLocation()
  const token = useAppSelector(selectToken)
  const [ask] = useLazyGetSiteMaintenanceQuery()
  const [on, setOn] = useState(false)

  const check = (): (() => void) => {
    let stale = false
    void ask({}).then(({ isSuccess, data }) => {
      if (!stale) setOn(isSuccess && data.siteMaintenance)
    })
    return () => {
      stale = true
    }
  }
  const onPath = useEffectEvent(check)
  useEffect(() => onPath(), [pathname])
  useInterval(() => void check(), on ? recheckMs : null)

  useEffect(() => {
    if (token === null) return
    const { socket, payload } = maintenanceChanged
    return live.join(token, (connection) =>
      onEvent(connection, socket.event, payload, ({ siteMaintenance }) => setOn(siteMaintenance)),
    )
  }, [token])

  return on
}
