import { textClass } from '@kismet/ui/class-names.ts'
import { formatNet } from '@kismet/ui/format/money.ts'
import { Row } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import type { Stake } from './stake.ts'

/** What a win adds to the balance, for an amount that can be bet. `winPaise`: what a win pays for a stake. */
export function NetGain({
  stake: { problem, nearestPaise },
  winPaise,
}: {
  stake: Pick<Stake, 'problem' | 'nearestPaise'>
  winPaise: (stakePaise: number) => number
}): ReactNode {
  if (problem !== null) return null
  const netGainPaise = winPaise(nearestPaise) - nearestPaise
  return (
    <Row as="p" spread gap={3} className={textClass('small')}>
      <span className={textClass('muted')}>{t`Net gain on win`}</span>
      <b className={textClass('bold', netGainPaise > 0 && 'win')}>{formatNet(netGainPaise)}</b>
    </Row>
  )
}
