import Plane from 'lucide-react/icons/plane'
import type { ReactNode } from 'react'
import { Nothing } from '../../core/parts/nothing.tsx'
import { Panel } from '../../core/parts/panel.tsx'

/** In the place of the volatility mode, until Aviator is there. */
export function VolatilityPanel(): ReactNode {
  return (
    <Panel title="Volatility mode of Aviator" note="the published house edge of a round">
      <Nothing icon={Plane} title="Comes with Aviator">
        <p>Aviator is being built. Its modes, mild, normal and hard, are set here once it flies.</p>
      </Nothing>
    </Panel>
  )
}
