import type { OrderAnswer } from '@kismet/app-kit/retry-until-known.ts'
import { selectConnectionState, selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import type { OrderOutcome } from '@kismet/app-kit/order.ts'
import { isInFlight } from '@kismet/app-kit/order.ts'
import type { CallApi } from '@kismet/app-kit/use-order.ts'
import { t } from '@lingui/core/macro'
import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react'
import type { LazyText } from '../../core/lazy-text.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { announceBonus } from '../../entities/balance/bonus-news.ts'
import { isAsSent } from '../../entities/fair-play/play.ts'
import { otherSealText } from '../../entities/fair-play/proof-strip.tsx'
import { keepShownCommitment } from '../../entities/fair-play/shown-commitments.ts'
import { betOnCommitment, sendPatiently, unknownBetText } from '../../entities/game/committed-bet.ts'
import type { BetInput, PlainInput } from '../../entities/game/games-api.ts'
import { commitmentRead } from '../../entities/game/games-api.ts'
import { useBetChecked } from '../../entities/game/use-bet.ts'
import { isByOwnRule } from '../../entities/game/use-stake.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { balanceHeld, balanceShown } from '../../entities/session/balance-slice.ts'
import { useCommand } from '../../entities/session/orders.ts'
import type { Moved } from './mines-api.ts'
import { minesApi, minesOrders, seedsOf } from './mines-api.ts'
import type { Board } from './mines-board.ts'
import type { TableState } from './mines-table.ts'
import { isOn, MinesTable } from './mines-table.ts'
import { minesErrorText } from './mines-words.ts'

/** Where the page of Mines is. */
export interface MinesState extends TableState {
  readonly busy: boolean
  readonly starting: boolean
  readonly cashingOut: boolean
  /** Tiles whose answer is on its way. */
  readonly pending: ReadonlySet<number>
  /** Whether an answer is missing so long that it is asked for again. */
  readonly isChecking: boolean
}

/** The games of one player on one page: one at a time, any number of its tiles at once. */
export interface Mines {
  readonly state: MinesState
  /** @returns why a rule of the player refuses the game, or null */
  readonly start: (plain: PlainInput<'mines'>) => Promise<LazyText | null>
  readonly reveal: (tile: number) => Promise<void>
  readonly cashOut: () => Promise<void>
  readonly clear: () => void
  readonly look: () => void
}

/** Tells when the connection comes up on this page: whether it is back, or there for the first time in this session. */
function useComingUp(tell: (isBack: boolean) => void): void {
  const isUp = useAppSelector(selectIsUp)
  const wasUp = useAppSelector((state) => selectConnectionState(state).wasUp)
  const last = useRef({ isUp, wasUp })
  const onUp = useEffectEvent(tell)
  useEffect(() => {
    const before = last.current
    last.current = { isUp, wasUp }
    if (isUp && !before.isUp) onUp(before.wasUp)
  }, [isUp, wasUp])
}

/** The table of this page. It looks for a game on arriving, and whenever the connection is back. */
function useTable(): MinesTable {
  const dispatch = useAppDispatch()
  const [table] = useState(() => new MinesTable(dispatch))
  useEffect(() => table.open(), [table])
  useEffect(() => void table.look(), [table])
  useComingUp((isBack) => void table.connected(isBack))
  return table
}

/** The moves in a game: the facts of a move are its tile, and null for the cash-out. While the page is open, each is sent again under its own key until its outcome is known. */
function useMoves(table: MinesTable) {
  const { orders, busy, send } = useCommand<number | null>()
  const inFlight = orders.filter(isInFlight).map(({ facts }) => facts)
  return {
    busy,
    cashingOut: inFlight.includes(null),
    pending: new Set(inFlight.filter((tile) => tile !== null)),
    isChecking: orders.some(({ state }) => state === 'asking'),
    move: <T>(
      gameId: string,
      tile: number | null,
      call: (key: string, callApi: CallApi) => Promise<OrderAnswer<T>>,
    ) => {
      const once = (callApi: CallApi, { key }: { key: string }): Promise<OrderAnswer<T>> =>
        table.whileOpen(callApi, () => call(key, callApi))
      return table.during(send({ intent: `${gameId} ${tile}`, facts: tile, send: once, look: once }))
    },
  }
}

/** Tells of an order that was not carried out. `unknown`: the text if its outcome stays unknown. */
type Refused = (ended: Exclude<OrderOutcome<unknown>, { is: 'done' }>, failed: string, unknown?: string) => void

/** Starts games. A repeat of a start whose outcome is unknown sends the same seeds. */
function useStart(table: MinesTable, refused: Refused) {
  const dispatch = useAppDispatch()
  const { orders, send } = useCommand<BetInput<'mines'>>()
  const order = async (plain: PlainInput<'mines'>) => {
    const intent = JSON.stringify(plain)
    let wasChecked = false
    const once = (callApi: CallApi, { key, facts: input }: { key: string; facts: BetInput<'mines'> }) =>
      table.whileOpen(callApi, async () => {
        const { data, error } = await minesOrders.start({ input, idempotencyKey: key }, callApi)
        if (error) return { error }
        // The id of a game is the id of its bet. Only the sent commitment is one that the player saw before the bet.
        keepShownCommitment(data.game.id, input.serverSeedHash)
        return { data: { ...data, isAsSent: isAsSent(input, data.game) } }
      })
    // A bet that is sent again may have taken its stake already.
    const isRepeated = orders.some((one) => one.intent === intent)
    dispatch(balanceHeld({ game: 'mines', stakePaise: isRepeated ? 0 : plain.bet }))
    const ended = await betOnCommitment({
      readCommitment: (fresh) => dispatch(commitmentRead('mines', fresh)),
      isFirst: () => !wasChecked,
      order: (seeds) =>
        send({
          intent,
          facts: { ...plain, ...seeds },
          send: (callApi, sent) => sendPatiently(() => once(callApi, sent)),
          look: (callApi, sent) => {
            wasChecked = true
            return once(callApi, sent)
          },
        }),
    })
    const takenPaise = ended?.is === 'done' ? plain.bet : 0
    dispatch(balanceShown({ game: 'mines', by: { balancePaise: 0 - takenPaise, netPaise: 0 } }))
    dispatch(minesApi.util.invalidateTags(['Commitment']))
    return ended
  }
  const start = async (plain: PlainInput<'mines'>): Promise<LazyText | null> => {
    const { known, starting, board } = table.state()
    if (known !== 'yes' || starting || table.isBusy() || board?.game.isActive) return null
    table.begin()
    const ended = await table.during(order(plain))
    if (ended?.is !== 'done') {
      table.begun(null)
      const error = ended?.error
      if (error && isByOwnRule(error)) return () => minesErrorText(error, '')
      if (ended) refused(ended, t`Failed to start game`, unknownBetText())
      return null
    }
    const { game, nextMultipliers, mineRiskPercent, gemsLeft, replayed, isAsSent: isSealed } = ended.data
    if (!isSealed) dispatch(toastShown('bad', otherSealText()))
    table.begun({ game, nextMultipliers, mineRiskPercent, gemsLeft })
    // What came after that start is not in its answer.
    if (replayed) await table.look()
    return null
  }
  return { start, isChecking: orders.some(({ state }) => state === 'asking') }
}

/** The table of this page, where its game is, and what can be done with it. */
export function useMines(): Mines {
  const dispatch = useAppDispatch()
  const table = useTable()
  const known = useSyncExternalStore(table.subscribe, table.state, table.state)

  /** Says why an order was refused, and looks how things are. */
  const refused: Refused = ({ is, error }, failed, unknown) => {
    // The session has ended, or the player has left the page.
    if (!table.isOpen() || error.status === 401) return
    // A tile that was pressed beside the one that ends the game: the answer to that one says so.
    if (error.code === 'game_not_active' && (table.isBusy() || !isOn(table.state()))) return
    const told = is === 'lost' ? unknown : undefined
    dispatch(toastShown('bad', told ?? minesErrorText(error, failed)))
    if (!table.isBusy()) void table.look()
  }
  const start = useStart(table, refused)
  const { move, ...moves } = useMoves(table)
  const isChecking = start.isChecking || moves.isChecking
  useBetChecked('mines', isChecking)

  /** Shows the answer to a move in `board`. Null: the page has ended, or the same tile was pressed before. */
  const moved = (board: Board, ended: OrderOutcome<Moved> | null, failed: string): void => {
    if (ended === null) return
    if (ended.is !== 'done') {
      refused(ended, failed)
      return
    }
    const { data } = ended
    // The answer to a cash-out has the game without the other facts of the board.
    const beside = 'gemsLeft' in data ? data : (table.state().board ?? board)
    const { nextMultipliers, mineRiskPercent, gemsLeft } = beside
    table.answered({ game: data.game, nextMultipliers, mineRiskPercent, gemsLeft }, seedsOf(board.game, data))
    if (data.game.isActive) return
    table.ended()
    if (data.bonusReleased) dispatch(announceBonus())
  }
  return {
    state: { ...known, ...moves, isChecking, busy: known.starting || moves.busy },
    start: start.start,
    reveal: async (tile) => {
      const { board } = table.state()
      if (!board?.game.isActive || moves.cashingOut || board.game.revealedTiles.includes(tile)) return
      const { id: gameId } = board.game
      const ended = await move(gameId, tile, (idempotencyKey, callApi) =>
        minesOrders.reveal({ input: { gameId, tileIndex: tile }, idempotencyKey }, callApi),
      )
      moved(board, ended, t`Failed to reveal tile`)
    },
    cashOut: async () => {
      const { board } = table.state()
      if (!board?.game.isActive || board.game.revealedTiles.length === 0) return
      const { id: gameId } = board.game
      const ended = await move(gameId, null, (idempotencyKey, callApi) =>
        minesOrders.cashOut({ input: { gameId }, idempotencyKey }, callApi),
      )
      moved(board, ended, t`Failed to cashout`)
    },
    clear: table.clear,
    look: () => void table.look(),
  }
}
