import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { EmptyState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { isNotFound, QueryState } from '../../core/table/query-state.tsx'
import type { Answer } from '../../core/table/standing.ts'
import { useLookUp } from '../../core/use-look-up.ts'
import { Page } from '../../entities/page/page.tsx'
import { parseRoundQuery } from './parse-round-query.ts'
import { BetReplayView } from './bet-replay.tsx'
import { RoundReplayView } from './round-replay.tsx'
import { useGetPlayReplayQuery, useGetRoundReplayQuery, useIsKnownRound, useIsLooking } from './rounds-api.ts'
import styles from './rounds.module.css'

/** Each view is written to the audit log, so a replay never refetches by itself. Opening a replay again always refetches it. */
const byHand = { refetchOnReconnect: false, refetchOnMountOrArgChange: true } as const

interface FoundProps<Data> {
  result: Answer<Data>
  children: (data: Data) => ReactNode
}

/** The result of a search. During a retry "not found" is hidden, because the bet may exist by now. */
function Found<Data>({ result, children }: FoundProps<Data>): ReactNode {
  const notFound = (
    <EmptyState icon={Search} title="No round or bet found">
      No round or bet has this number or id. A refused bet leaves no record.
    </EmptyState>
  )
  const loading = <Skeleton variant="table" rows={6} label="Loading the replay" />
  return (
    <QueryState what="the replay" result={result} fallback={loading} notFound={result.isFetching ? loading : notFound}>
      {children}
    </QueryState>
  )
}

function Round({ name }: { name: string }): ReactNode {
  const result = useGetRoundReplayQuery({ round: name }, byHand)
  return (
    <Found result={result}>
      {/* A new key after the end: the timeline of a running round has another end. */}
      {({ round }) => <RoundReplayView key={`${round.roundId} ${round.phase}`} round={round} />}
    </Found>
  )
}

/** The replay of a bet. If no bet has the id, shows the round with this id. */
function Named({ id }: { id: string }): ReactNode {
  const isRound = useIsKnownRound(id)
  const result = useGetPlayReplayQuery({ betId: id }, { ...byHand, skip: isRound })
  if (isRound || (isNotFound(result) && !result.isFetching)) return <Round name={id} />
  return <Found result={result}>{({ play: bet }) => <BetReplayView key={`${id} ${bet.stage}`} bet={bet} />}</Found>
}

/** Only the server knows whether an id is of a bet or of a round. */
function Replay({ asked }: { asked: string }): ReactNode {
  return /^\d+$/.test(asked) ? <Round name={asked} /> : <Named id={asked} />
}

const notAsked = 'A round has a number, as in 200418; a bet an id, as in 0190b2a0-0000-7000-8000-0000000000ff.'

/** Looks a round or a bet up, by what stands in the address, and shows it as it was. */
export function RoundsPage(): ReactNode {
  const { text, problem, write, show, shown } = useLookUp(['id'], parseRoundQuery, notAsked)
  const asked = parseRoundQuery(shown.text)
  const isLooking = useIsLooking()
  return (
    <Page>
      <Panel title="Find" note="each view is written to the audit log">
        <Form className={styles.look} onSubmit={show} aria-label="Find a round or a bet">
          <TextField
            label="Number of a round, or id of a bet or a round"
            mono
            autoComplete="off"
            spellCheck={false}
            value={text}
            error={problem}
            onChange={(event) => write({ by: 'id', text: event.target.value })}
          />
          <Button type="submit" busy={isLooking && text === shown.text}>
            Show
          </Button>
        </Form>
      </Panel>
      {asked ? (
        <Replay key={shown.key} asked={asked} />
      ) : (
        <Panel title="Replay" flush>
          <EmptyState icon={Search} title="Which round or bet?">
            Search a round of Aviator by its number, or any bet by its id. The id is on the player's statement, in the
            ledger under About, and in the proof.
          </EmptyState>
        </Panel>
      )}
    </Page>
  )
}
