import type { Output } from '@kismet/contracts'
import { getServiceTimes } from '@kismet/contracts'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import { textClass } from '@kismet/ui/class-names.ts'
import type { ReactNode } from 'react'
import { formatCount } from '../../core/format/amount.tsx'
import { formatRecent } from '../../core/format/time.ts'
import { queryOf } from '../../entities/session/from-contract.ts'
import styles from './overview.module.css'

type ServiceTime = Output<typeof getServiceTimes>['services'][number]

const pollMs = 15_000

const useServiceTimes = queryOf(getServiceTimes, [])

/** 4.2 ms, 87 ms, 1.3 s. */
function timeText(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`
  return ms < 1_000 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(1)} s`
}

function Line({ service, answered, unanswered, p99Ms }: ServiceTime): ReactNode {
  const state = unanswered > 0 ? 'lost' : answered > 0 ? 'answers' : 'unasked'
  return (
    <li data-state={state}>
      <i aria-hidden="true" />
      <span>{service}</span>
      {unanswered > 0 && <span className={textClass('loss')}>{formatCount(unanswered)} without answer</span>}
      <span>
        {p99Ms === null ? (
          <span className={textClass('mute')}>{state === 'unasked' ? 'no calls' : 'none answered'}</span>
        ) : (
          <>
            <b>{timeText(p99Ms)}</b> <small className={textClass('mute')}>of {formatCount(answered)}</small>
          </>
        )}
      </span>
    </li>
  )
}

/** Response times of the services, as the answering gateway measured them. A service that this gateway has not called is missing. */
export function ServicesPanel(): ReactNode {
  const { data, error } = useServiceTimes({}, { pollingInterval: pollMs })
  const times = error ? undefined : data
  return (
    <Panel
      title="Services"
      note="99 of 100 calls are faster"
      foot={
        times
          ? `Since ${formatRecent(times.since)}, measured by one gateway from its own calls.`
          : error
            ? 'Unknown: no gateway answers.'
            : 'Asking a gateway'
      }
    >
      <ul className={styles.services} aria-label="Services">
        {times?.services.map((service) => (
          <Line key={service.service} {...service} />
        ))}
      </ul>
    </Panel>
  )
}
