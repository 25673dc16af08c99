import { asCallError } from '@kismet/app-kit/call-error.ts'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { errorDetail } from '../../core/error-text.ts'
import { useIsLeaving } from '../../core/leaving.ts'
import { SearchBox } from '../../core/table/search-field.tsx'
import { useShowToast } from '../notices/use-show-toast.ts'
import { useFindMutation } from './find-api.ts'

const isIdEnd = /^…?[0-9a-f]{6,12}$/i
const betHint = ' A bet is found by these characters on the page of its player, tab Bets.'

/**
 * Finds a player by e-mail or id, a request by id, amount or reference (also its last digits), a round by number. It opens the
 * page of the result. It is on pages without their own search. If the admin has opened another page meanwhile, the result is dropped.
 */
export function Find(): ReactNode {
  const [text, setText] = useState('')
  const [find, { isLoading }] = useFindMutation()
  const navigate = useNavigate()
  const showToast = useShowToast()
  const { key: here } = useLocation()
  const isLeaving = useIsLeaving()
  const shown = useRef('')
  useEffect(() => {
    shown.current = isLeaving ? '' : here
    return () => void (shown.current = '')
  }, [here, isLeaving])
  const look = async (wanted: string): Promise<void> => {
    const { data: path, error } = await find(wanted)
    if (error) showToast('bad', 'The search failed', errorDetail(asCallError(error)))
    else if (path === null)
      showToast(
        'bad',
        'Nothing found',
        `No player, request or round matches ${wanted}.${isIdEnd.test(wanted) ? betHint : ''}`,
      )
    else if (shown.current === here) void navigate(path)
  }
  return (
    <SearchBox
      label="Find a player, a request or a round"
      hint="Player, UTR, #round, id"
      text={text}
      onText={setText}
      onLeave={(key) => {
        if (key === 'Enter' && text.trim() !== '' && !isLoading) void look(text.trim())
      }}
    />
  )
}
