import { selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import { limits } from '@kismet/contracts'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { formatRupeesShort, rupeesText } from '@kismet/ui/format/money.ts'
import { Icon } from '@kismet/ui/icon.tsx'
import { Columns } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import Hourglass from 'lucide-react/icons/hourglass'
import type { ReactNode, SubmitEvent } from 'react'
import { z } from 'zod'
import { codeText } from '../../core/error-text.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { ignoreHeldEnter } from '../../entities/game/bet-form.tsx'
import gameStyles from '../../entities/game/game.module.css'
import { Hotkeys } from '../../entities/game/hotkeys.tsx'
import { StakeField, stakeKeys } from '../../entities/game/stake-field.tsx'
import type { Stake } from '../../entities/game/stake.ts'
import { stakeOf, stakeThatIsOn } from '../../entities/game/stake.ts'
import { usePressGuard } from '../../entities/game/use-press-guard.ts'
import { useSteady } from '../../entities/game/use-steady.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { selectBalancePaise } from '../../entities/session/balance-slice.ts'
import { useKeptForm } from '../../entities/session/kept-form.ts'
import type { AviatorDesk } from './aviator-desk.ts'
import { betProblem, stakeLimits } from './aviator-desk.ts'
import { actionOf, BetAction } from './bet-action.tsx'
import { readTarget } from './cash-out-target.ts'
import { betOf } from './table.ts'
import { useTable } from './use-aviator.ts'
import styles from './aviator.module.css'

const Texts = z.object({ stake: z.string(), target: z.string() })
const atFirst = { stake: rupeesText(stakeLimits.minPaise), target: '' }

function LimitList(): ReactNode {
  return (
    <dl className={styles.limits}>
      <div>
        <dt>{t`Min Bet`}</dt>
        <dd>{formatRupeesShort(stakeLimits.minPaise)}</dd>
      </div>
      <div>
        <dt>{t`Max Bet`}</dt>
        <dd>{formatRupeesShort(stakeLimits.maxPaise)}</dd>
      </div>
      <div>
        <dt>{t`Max Win`}</dt>
        <dd>{formatRupeesShort(limits.maxWinPaise)}</dd>
      </div>
    </dl>
  )
}

/** The stake and the automatic cash-out, as they stand in their fields. */
function useOrder(): {
  stake: Stake
  target: ReturnType<typeof readTarget>
  targetText: string
  onTarget: (text: string) => void
  hasChanged: () => boolean
} {
  const [texts, keep] = useKeptForm('aviator', Texts, atFirst)
  const guard = usePressGuard()
  const setStake = (stake: string): void => keep((before) => ({ ...before, stake }))
  const stake = stakeOf(stakeLimits, useAppSelector(selectBalancePaise), [texts.stake, setStake])
  const settle = (): boolean => {
    const hasChanged = stake.settle()
    if (hasChanged) guard.changed()
    return hasChanged
  }
  return {
    stake: { ...stake, settle },
    target: readTarget(texts.target),
    targetText: texts.target,
    onTarget: (target) => keep((before) => ({ ...before, target })),
    hasChanged: guard.hasChanged,
  }
}

/** Places a bet, or says why not (spec 5.4). */
function usePlaceBet(desk: AviatorDesk, { stake, target, hasChanged }: ReturnType<typeof useOrder>): () => void {
  const dispatch = useAppDispatch()
  const balancePaise = useAppSelector(selectBalancePaise)
  const isUp = useAppSelector(selectIsUp)
  return () => {
    const { stakePaise } = stake
    const say = (text: string): void => void dispatch(toastShown('bad', text))
    if (hasChanged()) {
      say(t`The amount was changed to fit the limits. Press again to bet.`)
      return
    }
    if (stakePaise === null || target === 'wrong') return
    const problem = betProblem(desk.table, stakePaise, { balancePaise, isUp })
    if (problem === null) void desk.placeBet({ stakePaise, autoCashout: target.multiplier })
    else say(problem === 'not_connected' ? t`Not connected to server!` : codeText({ code: problem }))
  }
}

/** What the fields show: what is set up for the next bet or, while one is on, that bet. */
function useFields(
  desk: AviatorDesk,
  { stake, target, targetText }: ReturnType<typeof useOrder>,
  locked: boolean,
): { stake: Stake; problem: string | null; targetText: string; isTargetWrong: boolean } {
  const balancePaise = useAppSelector(selectBalancePaise)
  const bet = useTable(desk, betOf)
  const asked = useTable(desk, (table) => table.asked)
  const isShort = stake.nearestPaise > balancePaise
  if (!locked) {
    const problem = stake.problem ?? (isShort ? codeText({ code: 'insufficient_balance' }) : null)
    return { stake, problem, targetText, isTargetWrong: target === 'wrong' }
  }
  const onPaise = (bet ?? asked)?.stakePaise
  return {
    stake: onPaise === undefined ? stake : stakeThatIsOn(stake, onPaise),
    problem: null,
    targetText: bet === null ? targetText : String(bet.autoCashout ?? ''),
    isTargetWrong: false,
  }
}

/** The bet panel: amount, automatic cash-out, limits, and the one button. */
export function BetPanel({ desk }: { desk: AviatorDesk }): ReactNode {
  const order = useOrder()
  const place = usePlaceBet(desk, order)
  const action = useTable(desk, actionOf)
  const phase = useTable(desk, ({ round }) => round?.phase)
  const isSteady = useSteady(phase === 'flying' ? 'flying' : 'not flying')
  const locked = action !== 'place'
  const fields = useFields(desk, order, locked)
  const canPlace = isSteady && phase === 'betting' && fields.problem === null && !fields.isTargetWrong
  const act = (): void => {
    if (action === 'cashOut') void desk.cashOut()
    else if (isSteady && !(locked && phase === 'flying')) place()
  }
  return (
    <form
      className={gameStyles.bet}
      noValidate
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        place()
      }}
      onKeyDown={ignoreHeldEnter}
    >
      <StakeField
        stake={fields.stake}
        limits={stakeLimits}
        label={t`Bet Amount`}
        locked={locked}
        problem={fields.problem}
        limitsShown={false}
      />
      <Columns least={7} gap={3} className={styles.pair}>
        <TextField
          label={t`Auto cash out`}
          name="autoCashout"
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="done"
          unit="x"
          placeholder={t`Off`}
          value={fields.targetText}
          readOnly={locked}
          error={fields.isTargetWrong ? t`1.01x to 100x` : undefined}
          onChange={(event) => order.onTarget(event.target.value)}
        />
        <LimitList />
      </Columns>
      {action === 'checking' && (
        <p className={gameStyles.why}>
          <Icon of={Hourglass} />
          {t`Checking whether your last bet was placed. Your balance is safe. You can bet again after the check.`}
        </p>
      )}
      <BetAction desk={desk} stakePaise={order.stake.nearestPaise} canPlace={canPlace} />
      <Hotkeys actions={{ Space: act, ...stakeKeys(order.stake.quick, locked) }}>
        {t`Hotkeys: Space bets and cashes out, H half, D double, M Max`}
      </Hotkeys>
    </form>
  )
}
