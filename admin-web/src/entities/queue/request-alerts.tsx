import { usePolling } from '@kismet/app-kit/live/use-polling.ts'
import { Switch } from '@kismet/ui/controls/choice.tsx'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { useLocalStorage } from '../../core/use-local-storage.ts'
import { titleCount } from '../page/page.tsx'
import { useGetPendingCountQuery } from './pending-counts.ts'

const storageKey = 'request-alerts'
const [toneHz, toneS, loudness] = [880, 0.25, 0.2]

/** One short tone. A browser that plays no sound before the first click stays silent. */
function playTone(): void {
  if (!('AudioContext' in window)) return
  const audio = new AudioContext()
  const [tone, volume] = [audio.createOscillator(), audio.createGain()]
  tone.frequency.value = toneHz
  volume.gain.value = loudness
  tone.connect(volume).connect(audio.destination)
  tone.onended = () => void audio.close()
  tone.start()
  tone.stop(audio.currentTime + toneS)
}

/** Plays a tone when more requests wait than before, and counts them in the title of the tab. */
function Counting(): null {
  const asking = usePolling()
  const deposits = useGetPendingCountQuery('deposit', asking).data?.pending
  const withdrawals = useGetPendingCountQuery('withdrawal', asking).data?.pending
  const count = deposits === undefined || withdrawals === undefined ? null : deposits + withdrawals
  const last = useRef<number | null>(null)
  useEffect(() => {
    if (count === null) return
    titleCount.set(count)
    if (last.current !== null && count > last.current) playTone()
    last.current = count
  }, [count])
  useEffect(() => () => titleCount.set(0), [])
  return null
}

/** The alerts about new requests, if this browser has chosen them. */
export function RequestAlerts(): ReactNode {
  const [stored] = useLocalStorage(storageKey)
  return stored === 'on' && <Counting />
}

/** The choice of this browser. */
export function RequestAlertsPanel(): ReactNode {
  const [stored, store] = useLocalStorage(storageKey)
  const isOn = stored === 'on'
  return (
    <Panel title="New requests" note="for this browser">
      <Row gap={3}>
        <Switch
          label="Sound and count for new requests"
          checked={isOn}
          onChange={(on) => {
            store(on ? 'on' : 'off')
            if (on) playTone()
          }}
        />
        <span>A tone when a deposit or withdrawal arrives, and the number that waits in the title of the tab.</span>
      </Row>
    </Panel>
  )
}
