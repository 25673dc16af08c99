import type { CallError } from '@kismet/app-kit/call-error.ts'
import { asCallError } from '@kismet/app-kit/call-error.ts'
import { Button } from '@kismet/ui/controls/button.tsx'
import { Form } from '@kismet/ui/controls/form.tsx'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { EmptyState, ErrorState, Skeleton } from '@kismet/ui/feedback/states.tsx'
import { Panel } from '@kismet/ui/layout/panel.tsx'
import CircleAlert from 'lucide-react/icons/circle-alert'
import Search from 'lucide-react/icons/search'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { errorDetail } from '../../core/error-text.ts'
import { useWritten } from '../../core/use-written.ts'
import { Page } from '../../entities/page/page.tsx'
import type { Asked } from './asked.ts'
import { askedFor } from './asked.ts'
import { PlayReplayView } from './play-replay.tsx'
import { RoundReplayView } from './round-replay.tsx'
import { useGetPlayReplayQuery, useGetRoundReplayQuery } from './rounds-api.ts'
import styles from './rounds.module.css'

/** A look is written down each time, so that nothing is read again by itself, and what goes on is read anew when it is opened again. */
const byHand = { refetchOnReconnect: false, refetchOnMountOrArgChange: true } as const

const isNone = (error: CallError | null): boolean => error?.code === 'not_found'

/** A failure is told until there is an answer; that nothing has the id may be over by now, and is not told while it is asked again. */
function told(error: Parameters<typeof asCallError>[0] | undefined, isFetching: boolean): CallError | null {
  const failed = error === undefined ? null : asCallError(error)
  return isFetching && isNone(failed) ? null : failed
}

/** What came of looking. */
interface Shown {
  readonly error: CallError | null
  readonly isFetching: boolean
  readonly retry: () => void
}

function Missing({ error, isFetching, retry }: Shown): ReactNode {
  if (isNone(error))
    return (
      <EmptyState icon={Search} title="Nothing has this number or id">
        No round has it, and no bet. A bet that was refused leaves none.
      </EmptyState>
    )
  if (error)
    return (
      <ErrorState icon={CircleAlert} title="Failed to load the replay" busy={isFetching} onRetry={retry}>
        {errorDetail(error)}
      </ErrorState>
    )
  return <Skeleton look="table" rows={6} label="Loading the replay" />
}

function Round({ name }: { name: string }): ReactNode {
  const { currentData, error, isFetching, refetch } = useGetRoundReplayQuery({ round: name }, byHand)
  if (currentData) {
    const { roundId, phase } = currentData.round
    // One that is over has another end than it had while it went on.
    return <RoundReplayView key={`${roundId} ${phase}`} round={currentData.round} />
  }
  const failed = told(error, isFetching)
  return <Missing error={failed} isFetching={isFetching} retry={() => void refetch()} />
}

/** A bet; what no bet is may be a round. */
function Named({ id }: { id: string }): ReactNode {
  const { currentData, error, isFetching, refetch } = useGetPlayReplayQuery({ betId: id }, byHand)
  if (currentData) return <PlayReplayView key={`${id} ${currentData.play.stage}`} play={currentData.play} />
  const failed = told(error, isFetching)
  if (isNone(failed)) return <Round name={id} />
  return <Missing error={failed} isFetching={isFetching} retry={() => void refetch()} />
}

function Replay({ asked }: { asked: Asked }): ReactNode {
  return asked.kind === 'number' ? <Round name={asked.round} /> : <Named id={asked.id} />
}

/** What is written in the field, and what is wrong with it. */
interface Draft {
  readonly text: string
  readonly problem?: string
}

/** Looks a round or a bet up, by what stands in the address, and shows it as it was. */
export function RoundsPage(): ReactNode {
  const [params, setParams] = useSearchParams()
  const shown = params.get('id') ?? ''
  const [{ text, problem }, write, send] = useWritten<Draft>({ text: shown }, shown)
  const asked = askedFor(shown)
  const [look, setLook] = useState(0)
  const show = (): void => {
    const wanted = askedFor(text)
    if (wanted === null) {
      write({
        text,
        problem: 'A round has a number, as in 200418; a bet an id, as in 0190b2a0-0000-7000-8000-0000000000ff.',
      })
      return
    }
    const id = wanted.kind === 'number' ? wanted.round : wanted.id
    write({ text: id })
    if (id === shown) {
      setLook(look + 1)
      return
    }
    send(id)
    setParams({ id })
  }
  return (
    <Page>
      <Panel title="Find" note="each look is written into the audit log">
        <Form className={styles.look} onSubmit={show} aria-label="Find a round or a bet">
          <TextField
            label="Number of a round, or id of a bet or a round"
            mono
            autoComplete="off"
            spellCheck={false}
            value={text}
            error={problem}
            onChange={(event) => write({ text: event.target.value })}
          />
          <Button type="submit">Show</Button>
        </Form>
      </Panel>
      {asked ? (
        <Replay key={`${shown} ${look}`} asked={asked} />
      ) : (
        <Panel title="Replay" flush>
          <EmptyState icon={Search} title="Which round or bet?">
            A round of Aviator by its number, any bet by its id: it stands on the player's statement, in the ledger
            under About, and in the proof.
          </EmptyState>
        </Panel>
      )}
    </Page>
  )
}
