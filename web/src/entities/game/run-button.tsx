import { Button } from '@kismet/ui/controls/button.tsx'
import { t } from '@lingui/core/macro'
import Play from 'lucide-react/icons/play'
import Square from 'lucide-react/icons/square'
import type { ReactNode } from 'react'
import { useSteady } from './use-steady.ts'

/** The one button of a run of automatic bets: Start, then Stop. */
export function RunButton({
  running,
  starting,
  stopping,
  canStart,
  onStart,
  onStop,
}: {
  running: boolean
  /** The run begins, or another bet is on and a run begins after it. */
  starting: boolean
  stopping: boolean
  canStart: boolean
  onStart: () => void
  onStop: () => void
}): ReactNode {
  const isSteady = useSteady(running ? 'running' : 'stopped')
  return running ? (
    <Button kind="danger" big icon={Square} busy={stopping} off={!isSteady} onClick={onStop}>
      {t`Stop`}
    </Button>
  ) : (
    <Button kind="primary" big icon={Play} busy={starting} disabled={!canStart || !isSteady} onClick={onStart}>
      {t`Start Auto`}
    </Button>
  )
}
