import Plane from 'lucide-react/icons/plane'
import type { ReactNode } from 'react'
import { EmptyState } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'

/** In the place of the volatility mode, until Aviator is there. */
export function VolatilityPanel(): ReactNode {
  return (
    <Panel title="Volatility mode of Aviator" note="the published house edge of a round">
      <EmptyState icon={Plane} title="Comes with Aviator">
        Aviator is being built. Its modes, mild, normal and hard, are set here once it flies.
      </EmptyState>
    </Panel>
  )
}
