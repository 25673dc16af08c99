import { selectIsUp } from '@kismet/app-kit/live/connection-slice.ts'
import { limits } from '@kismet/contracts'
import { TextField } from '@kismet/ui/controls/text-field.tsx'
import { formatRupeesShort, rupeesText } from '@kismet/ui/format/money.ts'
import { Columns } from '@kismet/ui/layout/layout.tsx'
import { t } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { z } from 'zod'
import { codeText } from '../../core/error-text.ts'
import { useAppDispatch, useAppSelector } from '../../core/store.ts'
import { useIsShort } from '../../entities/balance/deposit-way.tsx'
import { ActionOrDeposit } from '../../entities/game/action-or-deposit.tsx'
import { CheckingNote, GameForm } from '../../entities/game/bet-form.tsx'
import { betCheckedText } from '../../entities/game/committed-bet.ts'
import { Hotkeys } from '../../entities/game/hotkeys.tsx'
import { StakeField, stakeKeys } from '../../entities/game/stake-field.tsx'
import type { Stake } from '../../entities/game/stake.ts'
import { stakeLimitsOf, stakeThatIsOn } from '../../entities/game/stake.ts'
import type { StakeForm } from '../../entities/game/use-stake.ts'
import { useStake } from '../../entities/game/use-stake.ts'
import { useSteady } from '../../entities/game/use-steady.ts'
import { toastShown } from '../../entities/notices/notices-slice.ts'
import { selectBalancePaise } from '../../entities/session/balance-slice.ts'
import { useDraft } from '../../entities/session/drafts.ts'
import type { AviatorController } from './aviator-controller.ts'
import type { Action } from './bet-action.tsx'
import { actionOf, BetAction } from './bet-action.tsx'
import { readTarget } from './cash-out-target.ts'
import { askedOf, betOf, betProblem } from './aviator-state.ts'
import { useAviatorState } from './use-aviator.ts'
import styles from './aviator.module.css'

const Texts = z.object({ stake: z.string(), target: z.string() })
const stakeLimits = stakeLimitsOf('aviator')
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
function useSetup(): Pick<StakeForm, 'stake' | 'problem' | 'isLimited' | 'limited' | 'refusal'> & {
  target: ReturnType<typeof readTarget>
  targetText: string
  onTarget: (text: string) => void
} {
  const [texts, keep] = useDraft('aviator', Texts, atFirst)
  const setStake = (stake: string): void => keep((before) => ({ ...before, stake }))
  const form = useStake(stakeLimits, [texts.stake, setStake], JSON.stringify(texts))
  return {
    ...form,
    target: readTarget(texts.target),
    targetText: texts.target,
    onTarget: (target) => keep((before) => ({ ...before, target })),
  }
}

/** Places a bet, now or when the next round opens, or says why not (spec 5.4). */
function usePlaceBet(
  controller: AviatorController,
  { stake, target, refusal, limited }: ReturnType<typeof useSetup>,
): (isNext?: boolean) => void {
  const dispatch = useAppDispatch()
  const balancePaise = useAppSelector(selectBalancePaise)
  const isUp = useAppSelector(selectIsUp)
  return (isNext = false) => {
    const { stakePaise } = stake
    const isSet = stakePaise !== null && target !== 'wrong'
    const why = refusal(() => {
      const problem = isSet ? betProblem(controller.state, { stakePaise, balancePaise, isUp, isNext }) : null
      if (problem === null) return null
      return () => (problem === 'not_connected' ? t`Not connected to server!` : codeText({ code: problem }))
    })
    if (why !== null) dispatch(toastShown('bad', why()))
    else if (isSet && isNext) controller.setNextBet({ stakePaise, autoCashout: target.multiplier })
    else if (isSet)
      void controller.placeBet({ stakePaise, autoCashout: target.multiplier }).then((why) => why && limited(why))
  }
}

/** What the fields show: what is set up for the next bet or, while one is on, that bet. */
function useFields(
  controller: AviatorController,
  { stake, problem, target, targetText }: ReturnType<typeof useSetup>,
  locked: boolean,
): { stake: Stake; problem: string | null; canStake: boolean; targetText: string; isTargetWrong: boolean } {
  const balancePaise = useAppSelector(selectBalancePaise)
  const bet = useAviatorState(controller, betOf)
  const asked = useAviatorState(controller, askedOf)
  const isShort = stake.nearestPaise > balancePaise && balancePaise >= stakeLimits.minPaise
  if (!locked)
    return {
      ...{ stake, targetText, isTargetWrong: target === 'wrong' },
      problem: problem ?? (isShort ? codeText({ code: 'insufficient_balance' }) : null),
      canStake: stake.problem === null && !isShort,
    }
  const onPaise = (bet ?? asked?.facts)?.betAmount
  return {
    stake: onPaise === undefined ? stake : stakeThatIsOn(stake, onPaise),
    problem: null,
    canStake: true,
    targetText: bet === null ? targetText : String(bet.autoCashout ?? ''),
    isTargetWrong: false,
  }
}

/** What the button does now. After a cash-out it takes a bet for the next round, once the player has seen the change. */
function useAction(controller: AviatorController): {
  action: Action
  isSteady: boolean
  /** The player has seen that a bet for the next round is set. */
  canCancel: boolean
  isBetting: boolean
} {
  const told = useAviatorState(controller, actionOf)
  const phase = useAviatorState(controller, ({ round }) => round?.phase)
  const isOut = told === 'cashedOut' || told === 'next' || told === 'nextSet'
  const isSteady = useSteady(phase !== 'flying' ? 'not flying' : isOut ? 'flying without a bet' : 'flying')
  const isSeen = useSteady(told)
  const action = told === 'cashedOut' && isSeen ? 'next' : told
  return { action, isSteady, canCancel: told === 'nextSet' && isSeen, isBetting: phase === 'betting' }
}

/** The bet panel: amount, automatic cash-out, limits, and the one button. */
export function BetPanel({ controller }: { controller: AviatorController }): ReactNode {
  const order = useSetup()
  const place = usePlaceBet(controller, order)
  const { action, isSteady, canCancel, isBetting } = useAction(controller)
  const isBroke = useIsShort(stakeLimits.minPaise)
  const locked = action !== 'place' && action !== 'next'
  const fields = useFields(controller, order, locked)
  const canPlace = isSteady && (isBetting || action === 'next') && fields.canStake && !fields.isTargetWrong
  const onNext = (): void => {
    if (canCancel) controller.setNextBet(null)
    else if (canPlace) place(true)
  }
  const act = (): void => {
    if (action === 'cashOut') void controller.cashOut()
    else if (action === 'next' || action === 'nextSet') onNext()
    else if (isSteady && (!locked || isBetting)) place()
  }
  return (
    <GameForm onSubmit={() => place()}>
      <StakeField
        stake={fields.stake}
        limits={stakeLimits}
        label={t`Bet Amount`}
        locked={locked}
        problem={fields.problem}
        isLimited={order.isLimited && !locked}
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
      {action === 'checking' && <CheckingNote>{betCheckedText()}</CheckingNote>}
      <ActionOrDeposit isBroke={isBroke && !locked}>
        {(isActionSteady) => (
          <BetAction
            {...{ controller, action, canCancel, onNext }}
            canPlace={canPlace && isActionSteady}
            stakePaise={order.stake.nearestPaise}
          />
        )}
      </ActionOrDeposit>
      {/* Below the button, which stays under the finger. */}
      {action === 'nextSet' && (
        <CheckingNote isNews>
          {t`Your bet is placed when the next round opens, even on another page of Kismet. If you close or reload Kismet, the bet is cancelled and takes no money.`}
        </CheckingNote>
      )}
      <Hotkeys actions={{ Space: act, ...stakeKeys(order.stake.quick, locked) }}>
        {t`Hotkeys: Space bets and cashes out, H half, D double, M Max`}
      </Hotkeys>
    </GameForm>
  )
}
