import { Row, Stack } from '@kismet/ui/layout/layout.tsx'
import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { getRoundProof } from '@kismet/contracts'
import { publishedRtpPercent, readProof } from '@kismet/fairness'
import type { AviatorProof, VolatilityMode } from '@kismet/fairness'
import { Notice } from '@kismet/ui/feedback/notice.tsx'
import { ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { panelClass } from '@kismet/ui/layout/panel.tsx'
import { msg, t } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode } from 'react'
import { useMemo } from 'react'
import { useParams } from 'wouter'
import { formErrorText } from '../core/error-text.ts'
import { PlainPage, useDocumentTitle, usePageTitle } from '../core/page/page.tsx'
import { games } from '../core/games.ts'
import { queryHook } from '../entities/session/from-contract.ts'
import { RoundVerifier } from '../features/fairness/round-verifier.tsx'
import { Replay, ReplayRoom } from '../features/round/replay.tsx'
import { RoundNeighbours, RoundsRoom } from '../features/round/round-neighbours.tsx'
import styles from './round-page.module.css'

const useProof = queryHook(getRoundProof)

const modeWords: Readonly<Record<VolatilityMode, MessageDescriptor>> = {
  mild: msg`mild`,
  normal: msg`normal`,
  hard: msg`hard`,
}
const isMode = (text: string): text is VolatilityMode => text in modeWords

/** The number of a round, and beside or below it what is to be known of it and the ways to others. */
function Head({ title, facts, ways }: { title: string; facts: ReactNode; ways: ReactNode }): ReactNode {
  return (
    <Row spread wrap gap={3} className={styles.head}>
      <div>
        <h1>{title}</h1>
        <p>{facts}</p>
      </div>
      {ways}
    </Row>
  )
}

function RoundOfProof({ proof, isVoided }: { proof: AviatorProof; isVoided: boolean }): ReactNode {
  const { nonce, params, outcome, serverSeedHash } = proof
  const { volatilityMode: mode } = params
  useDocumentTitle(t`Round ${nonce}`)
  return (
    <>
      <Head
        title={t`Round ${nonce}`}
        facts={
          <>
            <span>{t(games.aviator.title)}</span>
            {isMode(mode) && (
              <>
                <span>{t`Mode: ${t(modeWords[mode])}`}</span>
                <span>{t`RTP: ${publishedRtpPercent.aviator[mode].toFixed(2)}%`}</span>
              </>
            )}
          </>
        }
        ways={<RoundNeighbours roundNumber={nonce} />}
      />
      {isVoided && (
        <Notice tone="warn">{t`This round was voided, and every open bet was refunded. Below you see how the round would have ended.`}</Notice>
      )}
      <Stack gap={6} className={styles.columns}>
        <Replay crashPoint={outcome.crashPoint} hash={serverSeedHash} />
        <RoundVerifier proof={proof} />
      </Stack>
    </>
  )
}

/** Why there is no proof: an unknown round, an unfinished round, or a failed connection. */
function NoProof({ error, busy, onRetry }: { error: CallError; busy: boolean; onRetry: () => void }): ReactNode {
  const { code } = error
  if (code === 'not_found') return <ErrorState icon={CircleAlert} title={t`There is no such round.`} />
  const title = formErrorText(error, t`This round could not be loaded.`)
  return (
    <ErrorState {...(code === 'not_finished' ? { icon: Hourglass } : {})} title={title} busy={busy} onRetry={onRetry} />
  )
}

/** The public page of a round of Aviator: its flight again, and its proof. */
function Round({ roundId }: { roundId: string }): ReactNode {
  const title = usePageTitle()
  const { data, error, isFetching, refetch } = useProof({ roundId })
  const proof = useMemo(() => (data ? readProof(data.proof) : null), [data])
  if (proof?.game === 'aviator') return <RoundOfProof proof={proof} isVoided={data?.proof.outcome.voided === true} />
  if (error) {
    return (
      <>
        <h1>{title}</h1>
        <NoProof error={asCallError(error)} busy={isFetching} onRetry={() => void refetch()} />
      </>
    )
  }
  return (
    <>
      <Head title={title} facts={t(games.aviator.title)} ways={<RoundsRoom />} />
      <Stack gap={6} className={styles.columns}>
        <ReplayRoom />
        <section className={panelClass}>
          <Skeleton rows={8} />
        </section>
      </Stack>
    </>
  )
}

/** /round/:roundId */
export function RoundPage(): ReactNode {
  const { roundId = '' } = useParams()
  return (
    <PlainPage key={roundId}>
      <Round roundId={roundId} />
    </PlainPage>
  )
}
